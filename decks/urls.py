"""Pages of decks."""

from django.urls import URLPattern, URLResolver, path

from decks import views
from decks.desk import editor, files, release, shelf

app_name = "decks"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.catalogue, name="catalogue"),
    path("write/", shelf.desk, name="desk"),
    path("write/new/", shelf.begin, name="begin"),
    path("write/<int:deck>/", shelf.write, name="write"),
    path("write/<int:deck>/about/", shelf.about, name="about"),
    path("write/<int:deck>/copy/", shelf.copy, name="copy"),
    path("write/<int:deck>/add/", editor.add, name="add"),
    path("write/<int:deck>/card/<int:draft>/", editor.card, name="card"),
    path("write/<int:deck>/card/<int:draft>/arrange/", editor.arrange, name="arrange"),
    path("write/<int:deck>/card/<int:draft>/undo/", editor.undo, name="undo"),
    path("write/<int:deck>/card/<int:draft>/words/<slug:language>/", editor.other_words, name="other_words"),
    path("write/<int:deck>/picture/", editor.upload, name="upload"),
    path("write/<int:deck>/health/", release.health, name="health"),
    path("write/<int:deck>/files/", files.files, name="files"),
    path("write/<int:deck>/files/<slug:form>/", files.give_out, name="give_out"),
    path("write/<int:deck>/sample/<slug:form>/", files.sample_file, name="sample"),
    path("write/<int:deck>/release/", release.release, name="release"),
    path("write/<int:deck>/open/<int:number>/", shelf.open_again, name="open_again"),
    path("write/statements/<int:number>/", views.correct_contribution, name="correct_contribution"),
    path("review/<slug:key>/", release.review, name="review"),
    path("contribute/", views.contribute, name="contribute"),
    path("contribute/<slug:key>/", views.contribution, name="contribution"),
    path("<slug:slug>/", views.deck, name="deck"),
    path("<slug:slug>/print/", views.print_deck, name="print"),
]

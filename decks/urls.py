"""Pages of decks."""

from django.urls import URLPattern, URLResolver, path

from decks import desk, views

app_name = "decks"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.catalogue, name="catalogue"),
    path("write/", desk.desk, name="desk"),
    path("write/new/", desk.begin, name="begin"),
    path("write/<int:deck>/", desk.write, name="write"),
    path("write/<int:deck>/about/", desk.about, name="about"),
    path("write/<int:deck>/copy/", desk.copy, name="copy"),
    path("write/<int:deck>/add/", desk.add, name="add"),
    path("write/<int:deck>/card/<int:draft>/", desk.card, name="card"),
    path("write/<int:deck>/card/<int:draft>/arrange/", desk.arrange, name="arrange"),
    path("write/<int:deck>/card/<int:draft>/undo/", desk.undo, name="undo"),
    path("write/<int:deck>/card/<int:draft>/words/<slug:language>/", desk.other_words, name="other_words"),
    path("write/<int:deck>/picture/", desk.upload, name="upload"),
    path("write/<int:deck>/health/", desk.health, name="health"),
    path("write/<int:deck>/files/", desk.files, name="files"),
    path("write/<int:deck>/files/<slug:form>/", desk.give_out, name="give_out"),
    path("write/<int:deck>/sample/<slug:form>/", desk.sample_file, name="sample"),
    path("write/<int:deck>/release/", desk.release, name="release"),
    path("write/<int:deck>/open/<int:number>/", desk.open_again, name="open_again"),
    path("write/statements/<int:number>/", views.correct_contribution, name="correct_contribution"),
    path("review/<slug:key>/", desk.review, name="review"),
    path("contribute/", views.contribute, name="contribute"),
    path("contribute/<slug:key>/", views.contribution, name="contribution"),
    path("<slug:slug>/", views.deck, name="deck"),
    path("<slug:slug>/print/", views.print_deck, name="print"),
]

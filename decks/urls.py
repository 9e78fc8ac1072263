"""Pages of decks."""

from django.urls import URLPattern, URLResolver, path

from decks import views
from decks.desk import (
    editor,
    files,
    history,
    inbox,
    keep,
    published,
    release,
    review,
    sent,
    shelf,
    standing,
    statements,
    tour,
    uploads,
)

app_name = "decks"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.catalogue, name="catalogue"),
    path("write/", shelf.desk, name="desk"),
    path("write/standing/", standing.standing, name="standing"),
    path("write/new/", shelf.begin, name="begin"),
    path("write/inbox/", inbox.inbox, name="inbox"),
    path("write/inbox/flag/<id:flag>/", inbox.flagged, name="flagged"),
    path("write/inbox/statements/<id:contribution>/", statements.statements, name="statements"),
    path("write/sent/", sent.sent, name="sent"),
    path("write/<id:deck>/", shelf.write, name="write"),
    path("write/<id:deck>/about/", shelf.about, name="about"),
    path("write/<id:deck>/copy/", shelf.copy, name="copy"),
    path("write/<id:deck>/bin/", editor.bin, name="bin"),
    path("write/<id:deck>/history/", history.history, name="history"),
    path("write/<id:deck>/review/", review.look_through, name="look_through"),
    path("write/<id:deck>/pictures/", uploads.uploads, name="pictures"),
    path("write/<id:deck>/add/", editor.add, name="add"),
    path("write/<id:deck>/card/<id:draft>/", editor.card, name="card"),
    path("write/<id:deck>/card/<id:draft>/arrange/", editor.arrange, name="arrange"),
    path("write/<id:deck>/card/<id:draft>/undo/", editor.undo, name="undo"),
    path("write/<id:deck>/card/<id:draft>/words/<slug:language>/", editor.other_words, name="other_words"),
    path("write/<id:deck>/emoji/", editor.emoji, name="emoji"),
    path("write/<id:deck>/picture/", editor.upload, name="upload"),
    path("write/<id:deck>/health/", release.health, name="health"),
    path("write/<id:deck>/files/", files.files, name="files"),
    path("write/<id:deck>/files/<slug:form>/", files.give_out, name="give_out"),
    path("write/<id:deck>/sample/<slug:form>/", files.sample_file, name="sample"),
    path("write/<id:deck>/keep/", keep.keep, name="keep"),
    path("write/<id:deck>/release/", release.release, name="release"),
    path("write/<id:deck>/listing/", published.listing, name="listing"),
    path("write/<id:deck>/tour/", tour.skip, name="tour"),
    path("write/<id:deck>/open/<id:number>/", shelf.open_again, name="open_again"),
    path("write/statements/<id:number>/", views.correct_contribution, name="correct_contribution"),
    path("review/<slug:key>/", review.review, name="review"),
    path("contribute/", views.contribute, name="contribute"),
    path("contribute/<slug:key>/", views.contribution, name="contribution"),
    path("<slug:slug>/", views.deck, name="deck"),
    path("<slug:slug>/meet/", views.meet, name="meet"),
    path("<slug:slug>/print/", views.print_deck, name="print"),
]

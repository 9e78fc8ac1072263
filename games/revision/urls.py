"""Where revision is: classes for teachers, slips for pupils, decks to learn for everybody."""

from django.urls import path

from games.revision.views import door, learn, pupil, teacher

app_name = "revision"

urlpatterns = [
    path("s/", door.door, name="door"),
    path("s/replaced/", door.replaced, name="replaced"),
    path("s/away/", door.away, name="away"),
    path("s/mine/", door.mine, name="mine"),
    path("s/today/", pupil.home, name="today"),
    path("s/lesson/", pupil.lesson, name="lesson"),
    path("s/played/", pupil.played, name="played"),
    path("s/like/", pupil.like, name="like"),
    path("s/data/", pupil.data, name="data"),
    path("s/data/file/", pupil.file, name="file"),
    path("s/data/erase/", pupil.forget, name="forget"),
    path("s/data/devices/", pupil.shut_out, name="shut_out"),
    path("s/<id:number>/", pupil.hand, name="round"),
    path("s/<id:number>/begin/", pupil.begin, name="begin"),
    path("s/<id:number>/act/", pupil.act, name="act"),
    path("s/<id:number>/cards/", pupil.cards, name="cards"),
    path("learn/<slug:slug>/", learn.learn, name="learn"),
    path("classes/", teacher.classes, name="classes"),
    path("classes/assign/<slug:slug>/", teacher.assign_deck, name="assign_deck"),
    path("classes/<id:klass>/", teacher.klass, name="class"),
    path("classes/<id:klass>/settings/", teacher.settings, name="settings"),
    path("classes/<id:klass>/teachers/<id:teacher>/release/", teacher.release, name="release"),
    path("classes/<id:klass>/erase/", teacher.erase, name="erase"),
    path("classes/<id:klass>/add/", teacher.add, name="add"),
    path("classes/<id:klass>/slips/", teacher.slips, name="slips"),
    path("classes/<id:klass>/play/", teacher.play, name="play"),
    path("classes/<id:klass>/end/", teacher.end, name="end"),
    path("classes/<id:klass>/office/", teacher.office, name="office"),
    path("classes/<id:klass>/report.csv", teacher.table, name="csv"),
    path("classes/<id:klass>/pupil/<id:pupil>/", teacher.pupil, name="pupil"),
    path("classes/<id:klass>/assign/<slug:slug>/", teacher.assign, name="assign"),
    path("classes/<id:klass>/assignment/<id:assignment>/", teacher.change, name="change"),
    path("classes/<id:klass>/assignment/<id:assignment>/copy/", teacher.copy, name="copy"),
    path("classes/<id:klass>/assignment/<id:assignment>/take-back/", teacher.take_back, name="take_back"),
]

"""The Major System card of Quizterix Standard: type a number, or a word, and read the other (QS-C3)."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_GET

from games.extras.kernel import Extras, Finished
from games.rules.quizterix_standard import Standard
from games.rules.sounds import read, rows

LONGEST = 40


@require_GET
def major(request: HttpRequest) -> HttpResponse:
    """The answer to what has been typed on the card."""
    asked, language = request.GET.get("ask", "")[:LONGEST].strip(), request.GET.get("language", "")
    number = asked if asked.isascii() and asked.isdecimal() else ""
    context = {"rows": rows(language, number), "words": () if number else read(asked, language)}
    return render(request, "games/quizterix_standard/major.html", context)


class StandardExtras(Extras):
    """The card that answers."""

    slug = Standard.slug

    def addresses(self, finished: Finished) -> Sequence[URLPattern]:
        """What the card asks."""
        return [path(f"games/{self.slug}/major/", major, name="major")]

"""Statements that a reader has sent in, on the desk of an editor: read, answered, and decided on."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from decks.desk.access import authors_only
from decks.desk.inbox import onward
from decks.models import Contribution
from decks.services import accept, answer, decline, forget, give_back, sent_mark

SETTLING = ("accept", "back", "decline")


@authors_only
@require_http_methods(["GET", "POST"])
def statements(request: HttpRequest, contribution: int) -> HttpResponse:
    """All of somebody's statements; whoever may decide writes a word to the sender and decides."""
    person = request.user
    if not person.has_perm("decks.view_contribution"):
        raise Http404
    rows = Contribution.objects.select_related("edition__deck", "sender").defer("edition__content")
    sent = get_object_or_404(rows, pk=contribution)
    may, do = person.has_perm("decks.change_contribution"), request.POST.get("do", "")
    word, wrong, sure = request.POST.get("word", sent.word).strip(), "", ""
    if request.method == "POST":
        if not may or (do == "forget" and not person.has_perm("decks.delete_contribution")):
            raise Http404
        if do == "forget" and "sure" not in request.POST:
            sure = do
        else:
            try:
                return _decide(request, sent, do, word)
            except ValidationError as error:
                wrong = " ".join(error.messages)
    context = {
        "contribution": sent,
        "may_decide": may and sent.state == Contribution.State.NEW,
        "may_forget": sent.edition_id is None and person.has_perm("decks.delete_contribution"),
        "word": word,
        "wrong": wrong,
        "seen": sent_mark(sent),
        "sure": sure,
    }
    return render(request, "desk/statements.html", context, status=422 if wrong else 200)


def _decide(request: HttpRequest, sent: Contribution, do: str, word: str) -> HttpResponse:
    """Decides, and says so. Raises ValidationError if the word is too long or missing, or the statements others."""
    if do == "forget":
        forget(sent)
        messages.success(request, _("The statements are deleted."))
        return onward(request, "statements")
    if do not in SETTLING:
        raise Http404
    if sent.state != Contribution.State.NEW:
        messages.warning(request, _("%(who)s: that has been decided before.") % {"who": sent})
        return onward(request, "statements")
    seen = request.POST.get("seen")
    if seen not in (None, sent_mark(sent)):
        what = _("%(who)s: these statements have been changed since you looked. Look once more, then decide.")
        raise ValidationError(what % {"who": sent})
    answer(sent, word)
    if do == "accept" and (edition := accept(sent, seen)) is not None:
        messages.success(request, _("%(who)s: accepted into %(edition)s.") % {"who": sent, "edition": edition})
    elif do == "back" and give_back(sent, seen):
        messages.success(request, _("%(who)s: given back.") % {"who": sent})
    elif do == "decline" and decline(sent, seen):
        messages.success(request, _("%(who)s: declined.") % {"who": sent})
    else:
        messages.warning(request, _("%(who)s: that has been decided before.") % {"who": sent})
    return onward(request, "statements")

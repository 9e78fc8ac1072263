"""The fragments of a table's page: Jinja2, with every text already in the reader's language when they are compiled.

There is one environment per language. What never changes is worked out once: ``_("Round %(n)s", n=part.round)`` becomes
the German sentence with a gap, ``icon("bell")`` its drawing, ``include`` the included lines themselves. So drawing a
fragment is little more than joining strings.

In a template of ours a line break beside a tag means nothing, and between words it is a space.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from jinja2 import Environment, FileSystemLoader, Template, meta, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.nodes import EvalContext
from jinja2.parser import Parser
from jinja2.runtime import Context
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from games import drawing
from games.rules.registry import GAMES
from games.tables import naming
from games.tables.snapshot import House
from games.wording import Tongue, tongue

FOLDER: Final = Path(settings.BASE_DIR) / "templates" / "fragments"
PAUSE: Final = 0.02  # seconds between two fragments, in which moves go on
_BREAK = re.compile(r"\s*\n\s*")
OPENS, CLOSES = "<piece>", "</piece>"  # around a piece of a fragment: nothing that is escaped can look like them
_GAP = re.compile(r"%\((\w+)\)s")


class UnknownName(Exception):
    """A fragment uses a name that nobody gives it."""


class Breaks(Extension):
    """Takes the line breaks out of a template, so that what is sent has none, and no gaps where there were none."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template on one line."""

        def instead(found: re.Match[str]) -> str:
            before, after = source[: found.start()], source[found.end() :]
            beside_a_tag = before.endswith((">", "%}")) or after.startswith(("<", "{%"))
            return "" if beside_a_tag or not before or not after else " "

        return _BREAK.sub(instead, source)


class Pieces(Extension):
    """``{% piece %}<li id="...">...</li>{% endpiece %}``: an element of a fragment that can be sent alone."""

    tags = {"piece"}

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """The element between two marks that no page shows."""
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endpiece",), drop_needle=True)
        opening, closing = (nodes.Output([nodes.TemplateData(mark)], lineno=line) for mark in (OPENS, CLOSES))
        return [opening, *body, closing]


class Folding(NodeTransformer):
    """Works out what is known when a template is compiled."""

    KNOWN = frozenset(
        {"icon", "scenery", "sprite_href", "squares", "trail", "swiss_map", "view_box", "bean", "bean_href"}
    )

    def __init__(self, environment: "Fragments") -> None:
        self.environment = environment
        self.tongue = environment.tongue

    def visit_Include(self, include: nodes.Include, *_: Any) -> nodes.Node:
        """The included lines themselves: nothing is looked for when the fragment is drawn."""
        assert isinstance(include.template, nodes.Const), "which fragment is included must be known beforehand"
        name = include.template.value
        assert self.environment.loader is not None
        source, filename, _uptodate = self.environment.loader.get_source(self.environment, name)
        return nodes.Scope(self.environment._parse(source, name, filename).body, lineno=include.lineno)

    def visit_Output(self, output: nodes.Output, *_: Any) -> Any:
        """Texts and hidden inputs become constant pieces with gaps."""
        self.generic_visit(output)
        pieces: list[Any] = []
        for node in output.nodes:
            match node:
                case nodes.Call(node=nodes.Name(name="_"), args=[nodes.Const(value=str(text))]):
                    pieces += self._gapped(self.tongue.gettext(text), node)
                case nodes.Call(
                    node=nodes.Name(name="pgettext"), args=[nodes.Const(value=about), nodes.Const(value=str(text))]
                ):
                    pieces += self._gapped(self.tongue.pgettext(about, text), node)
                case nodes.Call(
                    node=nodes.Name(name="ngettext"), args=[nodes.Const(value=one), nodes.Const(value=many), count]
                ):
                    pieces.append(self._counted(one, many, count, node))
                case nodes.Call(node=nodes.Name(name="move")):
                    pieces += self._inputs(node)
                case nodes.Const(value=Markup() as known):
                    pieces.append(nodes.TemplateData(str(known)))
                case _:
                    pieces.append(node)
        return _flat(pieces, output.lineno)

    def visit_Call(self, call: nodes.Call, *_: Any) -> nodes.Node:
        """A drawing that is the same at every table."""
        self.generic_visit(call)
        if isinstance(call.node, nodes.Name) and call.node.name in self.KNOWN and not call.kwargs:
            facts = [argument.value for argument in call.args if isinstance(argument, nodes.Const)]
            if len(facts) == len(call.args):
                return nodes.Const(Markup(self.environment.functions[call.node.name](*facts)), lineno=call.lineno)
        return call

    @staticmethod
    def _gapped(text: str, call: nodes.Call) -> list[nodes.Expr]:
        facts = {fact.key: fact.value for fact in call.kwargs}
        if not facts:
            return [nodes.TemplateData(text)]
        pieces: list[nodes.Expr] = []
        for odd, piece in enumerate(_GAP.split(text)):
            if odd % 2:
                pieces.append(facts[piece])
            elif piece:
                pieces.append(nodes.TemplateData(piece.replace("%%", "%")))
        return pieces

    def _counted(self, one: str, many: str, count: nodes.Expr, call: nodes.Call) -> nodes.Node:
        """A sentence for one and a sentence for several, as the language counts (French counts none as one)."""
        single, several = (self._gapped(self.tongue.ngettext(one, many, n), call) for n in (1, 2))
        fewest = self.tongue.ngettext(one, many, 0) == self.tongue.ngettext(one, many, 1)
        is_one = nodes.Compare(count, [nodes.Operand("lteq" if fewest else "eq", nodes.Const(1))])
        return nodes.If(is_one, [nodes.Output(single)], [], [nodes.Output(several)])

    @staticmethod
    def _inputs(call: nodes.Call) -> list[nodes.Expr]:
        """``move("answer", showing=part.showing)``: the hidden inputs that make a form this move."""
        (kind,) = call.args
        pieces: list[nodes.Expr] = []
        for name, value in (("move", kind), *((fact.key, fact.value) for fact in call.kwargs)):
            pieces += [
                nodes.TemplateData(f'<input type="hidden" name="{name}" value="'),
                value,
                nodes.TemplateData('">'),
            ]
        return pieces


def _flat(pieces: list[Any], line: int) -> Any:
    """Outputs and the conditions between them, one after the other; neighbouring constants become one."""
    found: list[nodes.Node] = []
    run: list[Any] = []
    for piece in (*pieces, None):
        if isinstance(piece, nodes.Expr):
            if isinstance(piece, nodes.TemplateData) and run and isinstance(run[-1], nodes.TemplateData):
                run[-1] = nodes.TemplateData(run[-1].data + piece.data)
            else:
                run.append(piece)
            continue
        if run:
            found.append(nodes.Output(run, lineno=line))
            run = []
        if piece is not None:
            found.append(piece)
    return found[0] if len(found) == 1 else found


class Direct(CodeGenerator):
    """``part.chips`` is the attribute itself, ``icon(name)`` the call itself: nothing is searched for.

    Whatever is missing is an error: an attribute when it is asked for, a name before the fragment is drawn (`needs`).
    """

    def visit_Name(self, node: nodes.Name, frame: Frame) -> None:
        """A name, which is there."""
        if node.ctx == "load":
            self.write(frame.symbols.ref(node.name))
        else:
            super().visit_Name(node, frame)

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """A call, as Python writes it."""
        self.visit(node.node, frame)
        self.write("(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        for named in node.kwargs:
            self.write(f"{named.key}=")
            self.visit(named.value, frame)
            self.write(", ")
        self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """An attribute, as Python writes it."""
        self.visit(node.node, frame)
        self.write(f".{node.attr}")


class Given(Context):
    """What a fragment may name. It inherits and exports nothing, so nothing is got ready for that."""

    def __init__(
        self,
        environment: Environment,
        parent: dict[str, Any],
        name: str | None,
        blocks: Mapping[str, Any],
        globals: Mapping[str, Any] | None = None,
    ) -> None:
        self.parent = parent
        self.vars: dict[str, Any] = {}
        self.environment = environment
        self.eval_ctx: EvalContext = environment.eval_ctx  # type: ignore[attr-defined]
        self.exported_vars: set[str] = set()
        self.name = name
        self.globals_keys: set[str] = set()
        self.blocks: dict[str, Any] = {}


class Fragments(Environment):
    """The fragments in one language."""

    code_generator_class = Direct
    context_class = Given

    def __init__(self, language: str) -> None:
        self.tongue: Tongue = tongue(language)
        super().__init__(
            autoescape=True,
            loader=FileSystemLoader(FOLDER),
            auto_reload=False,
            cache_size=-1,
            extensions=[Breaks, Pieces],
        )
        self.eval_ctx = EvalContext(self)
        self.filters |= filters(self.tongue)
        self.functions = functions(self.tongue) | {
            function.__name__: partial(function, self)
            for module in extras()
            for function in getattr(module, "DRAWING", ())
        }
        self.globals = {"language": self.tongue.code, **self.functions}

        self._ready: dict[str, tuple[Template, frozenset[str]]] = {}
        self.games: set[str] = set()  # whose fragments are compiled

    def draw(self, name: str, given: Mapping[str, Any]) -> str:
        """The fragment with what it shows. Raises UnknownName if something of that is not given."""
        template, needs = self._ready.get(name) or self._prepare(name)
        if not needs <= given.keys():
            raise UnknownName(f"{name} needs {', '.join(sorted(needs - given.keys()))}")
        return "".join(template.root_render_func(template.new_context({**self.globals, **given}, shared=True)))

    def needs(self, name: str) -> frozenset[str]:
        """What must be given to draw the fragment."""
        return (self._ready.get(name) or self._prepare(name))[1]

    def _prepare(self, name: str) -> tuple[Template, frozenset[str]]:
        assert self.loader is not None
        source, filename, _uptodate = self.loader.get_source(self, name)
        parsed = self._parse(source, name, filename)
        names = frozenset(meta.find_undeclared_variables(parsed)) - self.globals.keys()
        template = Template.from_code(self, self.compile(parsed, name, filename), self.make_globals(None))
        # as markupsafe's, but it makes no object of every piece: a third of the time of drawing
        template.root_render_func.__globals__["escape"] = safe
        made = self._ready[name] = template, names
        return made

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        parsed: nodes.Template = Folding(self).visit(super()._parse(source, name, filename))
        return parsed


@cache
def fragments(language: str) -> Fragments:
    """The fragments in this language, compiled as they are asked for."""
    return Fragments(language)


def safe(value: Any) -> str:
    """A value as it may stand in a page; what is marked as safe stays as it is."""
    if type(value) is str:
        return escape(value)
    if type(value) is int:
        return str(value)
    return str(value.__html__()) if hasattr(value, "__html__") else escape(str(value))


def draw(name: str, language: str, given: Mapping[str, Any]) -> str:
    """The fragment in this language. Raises UnknownName if something that it shows is not given."""
    return fragments(language).draw(name, given)


async def get_ready(shown: Iterable[tuple[str, str]]) -> None:
    """Compiles what tables of these games show in these languages before anybody waits for it."""
    for game, language in set(shown):
        if game not in fragments(language).games:
            for _fragment in compiled(game, language):
                await asyncio.sleep(PAUSE)
            fragments(language).games.add(game)


def everything() -> Iterator[str]:
    """Compiles what any table may show, a fragment each time it is asked."""
    for language, _name in settings.LANGUAGES:
        for game in GAMES:
            yield from compiled(game, language)


def compiled(game: str, language: str) -> Iterator[str]:
    """Compiles what a table of this game shows, one fragment after another."""
    for folder in ("tables", f"games/{game.replace('-', '_')}"):
        for file in sorted((FOLDER / folder).glob("*.html")):
            fragments(language).needs(f"{folder}/{file.name}")
            yield file.name


@cache
def needs(name: str) -> frozenset[str]:
    """What must be given to draw this fragment."""
    return fragments(settings.LANGUAGE_CODE).needs(name)


# -- what fragments can say besides ---------------------------------------------------------------------------------


def filters(said: Tongue) -> dict[str, Callable[..., Any]]:
    """What a fragment can make of a value: ``part.text|words``."""
    language = said.code
    found: dict[str, Callable[..., Any]] = {
        "words": lambda text: text.say(language),
        "words_in": lambda text, other: text.say(other),
        "worded": said.worded,
        "scene": lambda text: drawing.parsed(text.say(language)),
        "marked": lambda text: drawing.in_marks(text.say(language)),
        "type_sizes": lambda event: drawing.type_sizes(event.name.say(language), event.mnemonic.say(language)),
    }
    ours: Iterable[Callable[..., Any]] = (
        *(
            naming.name,
            naming.names,
            naming.short_name,
            naming.livery,
            drawing.in_marks,
            drawing.seconds,
            drawing.epoch,
            drawing.emblem,
        ),
        *(drawing.own_name, drawing.placed, drawing.horizon, drawing.picture_url, drawing.century, drawing.two_digits),
        *(drawing.milliseconds, drawing.tenths, drawing.count_up, drawing.name_size, drawing.spanned),
    )
    for function in (*ours, *(one for module in extras() for one in getattr(module, "FILTERS", ()))):
        assert function.__name__ not in found, f"two filters are called {function.__name__}"
        found[function.__name__] = said.inside(function) if function in drawing.SPOKEN else function
    return found


def functions(said: Tongue) -> dict[str, Callable[..., Any]]:
    """What a fragment can ask for: ``icon("bell")``."""
    language = said.code
    found: dict[str, Callable[..., Any]] = {
        "_": said.say,
        "action": action,
        "url": _url,
        "icon": drawing.icon,
        "sprite_href": drawing.sprite_href,
        "foot_url": drawing.foot_url,
        "scenery": drawing.scenery,
        "sprite_url": naming.sprite_url,
        "clause_url": naming.clause_url,
        "read_in": lru_cache(lambda languages: drawing.read_in(language, languages)),
        "nonce": lambda: timezone.now().timestamp(),
        "each": lambda name, line, people: Markup(one_line(name, line, people.chair(line.seat), language)),
    }
    for function in (one for module in extras() for one in getattr(module, "FUNCTIONS", ())):
        assert function.__name__ not in found, f"two functions are called {function.__name__}"
        found[function.__name__] = said.inside(function) if function in drawing.SPOKEN else function
    return found


@cache
def extras() -> tuple[Any, ...]:
    """What each game brings to draw its own fragments with: games/extras/<game>/drawing.py."""
    packages = [slug.replace("-", "_") for slug in GAMES]
    there = [one for one in packages if (Path(settings.BASE_DIR) / "games/extras" / one / "drawing.py").exists()]
    return tuple(import_module(f"games.extras.{one}.drawing") for one in there)


@lru_cache(maxsize=2048)
def _url(name: str, *facts: object) -> str:
    return reverse(name, args=facts)


def action(house: House, name: str, label: str, classes: str = "btn", **fields: object) -> str:
    """A button that does something about the table: ``action(house, "pause", _("Pause the game"))``."""
    where = _url("tables:act", house.code, name)
    hidden = format_html_join("", '<input type="hidden" name="{}" value="{}">', fields.items())
    return format_html(
        '<form class="action" method="post" action="{}" hx-post="{}" hx-swap="none">{}'
        '<button class="{}">{}</button></form>',
        *(where, where, hidden, classes, label),
    )


@lru_cache(maxsize=8192)
def one_line(name: str, line: Any, chair: Any, language: str) -> str:
    """One line of a list of seats: of forty seats one buzzes, of six one has answered."""
    return draw(name, language, {"line": line, "chair": chair})


@cache
def found(game: str, name: str, layout: str) -> str:
    """The file that draws this part of this game in this layout: one of the layout's own, or the one for all."""
    folders = [f"games/{game.replace('-', '_')}", "tables"]
    for file in (f"{folder}/{part}.html" for folder in folders for part in (f"{name}.{layout}", name)):
        if (FOLDER / file).exists():
            return file
    raise UnknownName(f"{game} has no fragment {name}")

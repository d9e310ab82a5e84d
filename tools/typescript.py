"""TypeScript for types that msgspec writes as JSON: structs, unions, literals, enums, tuples …"""

import inspect
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_type_hints
from typing import get_origin as typing_origin

import msgspec
from msgspec import Struct, UnsetType
from msgspec.structs import FieldInfo, fields

from tamaya.server.room.messages import PartOf

WIDTH = 100

Kind = Any  # a type as Python's typing knows them: a class, a union, a Literal …
PLAIN: Mapping[Kind, str] = {
    bool: "boolean",
    int: "number",
    float: "number",
    str: "string",
    NoneType: "null",
    Any: "unknown",
}


class Unspeakable(TypeError):
    """A Python type that this tool cannot say in TypeScript, or two with one name."""


class Page:
    """TypeScript for what clients ask and what they are told, each type after its parts."""

    def __init__(
        self,
        asked: Sequence[Kind],
        told: Sequence[Kind],
        names: Mapping[Kind, str],
        meant: Mapping[Kind, Sequence[Kind]],
    ) -> None:
        self.names = names
        self.meant = meant  # what loose types are one of
        self.told = self.reached(told)  # as the server writes it, whoever else may send it
        self.all = self.reached([*asked, *told])

    def text(self) -> str:
        """All declarations."""
        taken: dict[str, Kind] = {}
        for kind in self.all:
            name = self.name(kind)
            if name and taken.setdefault(name, kind) is not kind:
                raise Unspeakable(f"{name} is {taken[name]} and {kind}: give one another name")
        return "\n".join(self.declared(name, kind) for name, kind in taken.items())

    def name(self, kind: Kind) -> str | None:
        """The name of a type that has one of its own."""
        if kind in self.names:
            return self.names[kind]
        own = is_struct(kind) or is_enum(kind) or is_named_tuple(kind)
        return str(kind.__name__) if own else None

    # which types there are

    def reached(self, roots: Iterable[Kind]) -> dict[Kind, None]:
        """The types of which some types are made, parts first."""
        found: dict[Kind, None] = {}
        met: set[Kind] = set()

        def visit(kind: Kind) -> None:
            if kind not in met:
                met.add(kind)
                for part in self.parts(kind):
                    visit(part)
                found[kind] = None

        for root in roots:
            visit(root)
        return found

    def parts(self, kind: Kind) -> Sequence[Kind]:
        """The types that a type mentions."""
        if kind in self.meant:
            return self.meant[kind]
        if is_struct(kind):
            return [field.type for field in fields(kind)]
        if is_named_tuple(kind):
            return list(get_type_hints(kind).values())
        if is_union(kind):
            return self.members(kind)
        if isinstance(kind, NewType):
            return [kind.__supertype__]
        whole = whole_of(kind)
        return inner(kind) if whole is None else [whole]

    def members(self, union: Kind) -> list[Kind]:
        """What a union is of: `Action | None` is of an action and of nothing."""
        some = [kind for kind in get_args(union) if kind is not NoneType and kind is not UnsetType]
        nothing = [kind for kind in get_args(union) if kind is NoneType]
        named: Kind = Union.__getitem__(tuple(some))
        return [*([named] if named in self.names and named != union else some), *nothing]

    # how they are written

    def declared(self, name: str, kind: Kind) -> str:
        """A type with its name, on one line if it is short."""
        line = f"export type {name} = {self.shape(kind)};"
        if is_struct(kind) and (len(line) > WIDTH or remarks(kind)):
            line = f"export type {name} = {{\n{self.property_lines(kind)}}};"
        elif len(line) > WIDTH:
            line = f"export type {name} =" + "".join(f"\n  | {c}" for c in self.choices(kind)) + ";"
        return f"{comment(kind)}{line}\n"

    def spelled(self, kind: Kind, asked: bool = False) -> str:
        """A type where it is used. A client may leave out what has a default."""
        name = self.name(kind)
        if name is None:
            return self.shape(kind, asked)
        in_full = not (asked and kind in self.told and is_struct(kind))
        return (
            name if in_full or any(field.required for field in fields(kind)) else f"Partial<{name}>"
        )

    def shape(self, kind: Kind, asked: bool = False) -> str:
        """A type by what it is made of."""
        if kind in PLAIN:
            return PLAIN[kind]
        if is_struct(kind):
            return f"{{ {'; '.join(self.properties(kind))} }}"
        choices = self.choices(kind, asked)
        if choices:
            return " | ".join(choices)
        if is_named_tuple(kind):
            hints = get_type_hints(kind).items()
            return f"readonly [{', '.join(f'{name}: {self.spelled(h)}' for name, h in hints)}]"
        return self.holder(kind, [self.spelled(part, asked) for part in self.parts(kind)])

    def choices(self, kind: Kind, asked: bool = False) -> list[str]:
        """What is possible for a type that is one of several things."""
        if is_enum(kind):
            return [literal(member.value) for member in kind]
        if origin(kind) is Literal:
            return [literal(value) for value in get_args(kind)]
        if is_union(kind) or kind in self.meant:
            return [self.spelled(member, asked) for member in self.parts(kind)]
        return []

    def holder(self, kind: Kind, parts: list[str]) -> str:
        """A type that holds others, as they are written."""
        if origin(kind) is tuple and ... not in get_args(kind):
            return f"readonly [{', '.join(parts)}]"
        if origin(kind) in (tuple, list, set, frozenset):
            mixed = " | " in parts[0] or parts[0].startswith("readonly ")
            return f"readonly ({parts[0]})[]" if mixed else f"readonly {parts[0]}[]"
        if origin(kind) is dict:
            return f"Readonly<Record<string, {parts[1]}>>"
        if whole_of(kind) is not None:
            return f"Partial<{parts[0]}>"
        if origin(kind) is Annotated or isinstance(kind, NewType):
            return parts[0]
        raise Unspeakable(f"no TypeScript for {kind}")

    def properties(self, kind: Kind) -> list[str]:
        """The properties of a message, its tag first."""
        config, asked = kind.__struct_config__, kind not in self.told
        if config.array_like:
            raise Unspeakable(f"{kind} travels as an array")
        tag = [f"{config.tag_field}: {literal(config.tag)}"] if config.tag_field else []
        return tag + [
            f"{field.encode_name}{'?' if may_miss(kind, field, asked) else ''}: "
            f"{self.spelled(field.type, asked)}"
            for field in fields(kind)
        ]

    def property_lines(self, kind: Kind) -> str:
        """The properties on lines of their own, with what is remarked on them."""
        said = remarks(kind)
        words = [re.split(r"\W", part, maxsplit=1)[0] for part in self.properties(kind)]
        return "".join(
            f"  {part};{f' // {said[word]}' if word in said else ''}\n"
            for word, part in zip(words, self.properties(kind), strict=True)
        )


def may_miss(kind: Kind, field: FieldInfo, asked: bool) -> bool:
    """Whether a part can be left out: by clients if it has a default, by us if we do so."""
    leaves_out = asked or kind.__struct_config__.omit_defaults or UnsetType in get_args(field.type)
    return leaves_out and not field.required


def comment(kind: Kind) -> str:
    """What a class says about itself."""
    own = vars(kind).get("__doc__") if isinstance(kind, type) else None
    text = " ".join((own or "").split("\n\n")[0].split())
    if not text:
        return ""
    return textwrap.fill(f"/** {text} */", WIDTH, subsequent_indent=" *  ") + "\n"


def remarks(kind: Kind) -> dict[str, str]:
    """The comments beside the fields of a class that is written in a file."""
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):
        return {}
    return dict(re.findall(r"^    (\w+): .*?  # (?!noqa|type:)(.+)$", source, re.MULTILINE))


def literal(value: object) -> str:
    """A value as TypeScript writes it."""
    text = msgspec.json.encode(value).decode()
    return f"'{text[1:-1]}'" if text.startswith('"') and not set("'\\") & set(text) else text


def inner(kind: Kind) -> list[Kind]:
    """The types between a type's brackets."""
    if origin(kind) is Literal:
        return []
    parts = get_args(kind)[:1] if origin(kind) is Annotated else get_args(kind)
    return [part for part in parts if part is not ...]


def whole_of(kind: Kind) -> Kind | None:
    """The type of which a dictionary holds some fields, if that is marked."""
    marks = get_args(kind)[1:] if origin(kind) is Annotated else ()
    return next((mark.kind for mark in marks if isinstance(mark, PartOf)), None)


def origin(kind: Kind) -> Kind:
    return typing_origin(kind)


def is_struct(kind: Kind) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct) and kind is not Struct


def is_enum(kind: Kind) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def is_named_tuple(kind: Kind) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def is_union(kind: Kind) -> bool:
    return origin(kind) in (Union, UnionType)

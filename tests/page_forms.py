"""Forms of pages as browsers read and send them, for somebody who has logged in."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

from django.utils import timezone


def log_in(client, user) -> None:
    """As somebody who has shown the password just now."""
    client.force_login(user)
    session = client.session
    shown = {"method": "password", "at": timezone.now().timestamp(), "reauthenticated": True}
    session["account_authentication_methods"] = [shown]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()


def sent_from(page, **changed):
    """What a browser would send of the page's form, with some fields filled otherwise."""
    fields = dict(re.findall(r'<input[^>]* name="(\w+)"[^>]*? value="([^"]*)"', page))
    fields |= dict.fromkeys(re.findall(r'<input type="checkbox" name="(\w+)"[^>]* checked', page), "on")
    for name, choices in re.findall(r'<select name="(\w+)"(.*?)</select>', page, re.DOTALL):
        fields[name] = re.search(r'<option value="([^"]*)" selected', choices)[1]
    fields |= dict(re.findall(r'<textarea name="(\w+)"[^>]*>\s*(.*?)</textarea>', page, re.DOTALL))
    return {name: value for name, value in {**fields, **changed}.items() if value is not None}


@dataclass
class FormField:
    """One field; radio buttons and boxes of one name are one. value: what stands there.

    faulty: whether it is marked as wrong. told_by: the ids of what describes it, those of its set among them.
    """

    name: str
    type: str
    most: int | None = None
    value: str | None = None
    faulty: bool = False
    told_by: list[str] = field(default_factory=list)

    @property
    def is_typed(self) -> bool:
        return self.type not in ("hidden", "checkbox", "radio", "select", "file")


@dataclass
class PostForm:
    """A form that is sent. buttons: what each of those that have a name adds to it."""

    action: str
    fields: dict[tuple[str, str], FormField] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
"""Elements that nothing stands in."""


class FormsRead(HTMLParser):
    """The forms of a page that are sent by POST, and where its links lead.

    told: what elements say, by their ids. alerts: what is announced at once, and the notices.
    """

    def __init__(self, page: str, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[PostForm] = []
        self.links: list[str] = []
        self.inside: PostForm | None = None
        self.named: dict[str, PostForm] = {}
        self.filled: FormField | None = None
        self.told: dict[str, str] = {}
        self.alerts: list[str] = []
        self.open: list[tuple[str, dict[str, str], list[str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attributes}
        if tag not in VOID:
            self.open.append((tag, said, []))
        if tag == "a":
            self.links.append(urljoin(self.address, said.get("href", "")))
        elif tag == "form" and said.get("method", "").lower() == "post":
            self.inside = PostForm(urljoin(self.address, said.get("action", "")))
            self.forms.append(self.inside)
            self.named[said.get("id", "")] = self.inside
        elif tag == "option" and self.filled and (self.filled.value is None or "selected" in said):
            self.filled.value = said.get("value", "")
        elif "name" in said and "disabled" not in said:
            form = self.named.get(said["form"]) if "form" in said else self.inside
            if form is not None:
                self.take(form, tag, said)

    def take(self, form: PostForm, tag: str, said: dict[str, str]) -> None:
        """A field or a button of the form."""
        if tag == "button" or said.get("type") == "submit":
            form.buttons.append((said["name"], said.get("value", "")))
        elif tag in ("input", "select", "textarea"):
            kind = said.get("type", "text") if tag == "input" else tag
            found = form.fields.setdefault((said["name"], kind), FormField(said["name"], kind))
            found.most = int(said["maxlength"]) if "maxlength" in said else None
            found.faulty |= said.get("aria-invalid") == "true"
            about = (said, *(around for name, around, _ in self.open if name == "fieldset"))
            found.told_by += [each for one in about for each in one.get("aria-describedby", "").split()]
            if kind not in ("radio", "checkbox"):
                found.value = said.get("value", None if tag == "select" else "")
            elif "checked" in said:
                found.value = said.get("value", "on")
            self.filled = found if tag in ("select", "textarea") else None

    def handle_endtag(self, tag: str) -> None:
        while any(name == tag for name, _, _ in self.open):
            name, said, texts = self.open.pop()
            text = " ".join("".join(texts).split())
            self.told[said.get("id", "")] = text
            if said.get("role") in ("alert", "status"):
                self.alerts.append(text)
            if name == tag:
                break
        if tag == "form":
            self.inside = None
        if tag in ("select", "textarea"):
            self.filled = None

    def handle_data(self, text: str) -> None:
        for _, _, texts in self.open:
            texts.append(text)
        if self.filled is not None and self.filled.type == "textarea":
            self.filled.value = (self.filled.value or "") + text

    def fault_of(self, asked: FormField) -> str:
        """What is said of a field that is marked as wrong; "" of one that is not."""
        return " ".join(self.told.get(each, "") for each in asked.told_by) if asked.faulty else ""

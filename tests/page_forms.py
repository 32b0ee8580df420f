"""Forms of pages as browsers read and send them."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin


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
    """One field; radio buttons and boxes of one name are one. value: what stands there."""

    name: str
    type: str
    most: int | None = None
    value: str | None = None

    @property
    def is_typed(self) -> bool:
        return self.type not in ("hidden", "checkbox", "radio", "select", "file")


@dataclass
class PostForm:
    """A form that is sent. buttons: what each of those that have a name adds to it."""

    action: str
    fields: dict[tuple[str, str], FormField] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class FormsRead(HTMLParser):
    """The forms of a page that are sent by POST, and where its links lead."""

    def __init__(self, page: str, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[PostForm] = []
        self.links: list[str] = []
        self.inside: PostForm | None = None
        self.named: dict[str, PostForm] = {}
        self.filled: FormField | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attributes}
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
            if kind not in ("radio", "checkbox"):
                found.value = said.get("value", None if tag == "select" else "")
            elif "checked" in said:
                found.value = said.get("value", "on")
            self.filled = found if tag in ("select", "textarea") else None

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None
        if tag in ("select", "textarea"):
            self.filled = None

    def handle_data(self, text: str) -> None:
        if self.filled is not None and self.filled.type == "textarea":
            self.filled.value = (self.filled.value or "") + text

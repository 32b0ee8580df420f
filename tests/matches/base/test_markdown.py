"""What people write in Markdown comes out as HTML that can do nothing."""

import re
from html.parser import HTMLParser
from time import perf_counter

from django.template import Context, Template
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.base.markdown import REL, render_markdown, summarise_markdown
from tests.each import each
from tests.effort import examples

# What may come out: elements, and the attributes that they may have.
KNOWN = {
    **{tag: set() for tag in ("p", "br", "hr", "em", "strong", "ul", "li", "blockquote", "pre")},
    **{tag: set() for tag in ("h3", "h4", "h5", "h6")},
    "a": {"href", "title", "rel"},
    "code": {"class"},
    "ol": {"start"},
}


class Elements(HTMLParser):
    """Every element of a text, with its attributes; anything else that is no text is refused."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_comment(self, data):
        raise AssertionError(f"a comment: {data}")

    handle_decl = handle_pi = unknown_decl = handle_comment


def elements(html):
    parser = Elements()
    parser.feed(html)
    parser.close()
    return parser.found


def assert_harmless(html):
    for tag, attributes in elements(html):
        assert attributes.keys() <= KNOWN[tag], (tag, attributes)
        if tag == "a":
            assert re.match("(https?://|mailto:)", attributes["href"], re.IGNORECASE), attributes
            assert attributes["rel"] == REL


@each(
    "text, html",
    [
        ("Every *Tuesday* at **seven**.", "<p>Every <em>Tuesday</em> at <strong>seven</strong>.</p>"),
        ("# Prizes", "<h3>Prizes</h3>"),
        ("## Prizes", "<h4>Prizes</h4>"),
        ("##### Prizes", "<h6>Prizes</h6>"),
        ("Prizes\n======", "<h3>Prizes</h3>"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("one  \ntwo", "<p>one<br />\ntwo</p>"),
        ("[rules](https://e.example/r)", f'<p><a href="https://e.example/r" rel="{REL}">rules</a></p>'),
        (
            "https://e.example/r.",
            f'<p><a href="https://e.example/r" rel="{REL}">https://e.example/r</a>.</p>',
        ),
        ("<mailto:a@e.example>", f'<p><a href="mailto:a@e.example" rel="{REL}">mailto:a@e.example</a></p>'),
        ("a@e.example, www.e.example", "<p>a@e.example, www.e.example</p>"),
        ("火曜日 **19時**", "<p>火曜日 <strong>19時</strong></p>"),
        ("", ""),
    ],
)
def test_what_it_makes_of_a_text(text, html):
    assert render_markdown(text).strip() == html


@each(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<!-- --><b onclick=x>",
        "a <b>b</b>\n\n<div>\n<style>*{display:none}</style>",
        "[a](javascript:alert(1))",
        "[a](JaVaScRiPt:alert(1))",
        "[a](java&#10;script:alert(1))",
        "[a](&#106;avascript:alert(1))",
        "[a](<  javascript:alert(1)>)",
        "[a](\x01javascript:alert(1))",
        "[a](vbscript:x) [b](data:text/html;base64,PHNjcmlwdD4=) [c](file:///etc/passwd)",
        "[a](//e.example) [b](/logout/) [c](#top)",
        "<javascript:alert(1)> <data:text/html,x>",
        "[a]\n\n[a]: javascript:alert(1)",
        '[a](https://e.example/"onmouseover="alert(1))',
        "[a](https://e.example '\"onmouseover=\"alert(1)')",
        "[a](https://e.example '<script>')",
        "![x](https://e.example/x.png) ![x](javascript:alert(1))",
        '```js" onload="alert(1)\n</code></pre><script>\n```',
        "`<script>`",
        "&lt;script&gt; &#60;script&#62; &quot;",
        "https://e.example/<script>alert(1)</script>",
        'https://e.example/"onmouseover="alert(1)',
        "\x00<script>",
        "\u2028<script>\u202e",
        "# <script>\n> <script>\n1. <script>",
    ],
)
def test_hostile_texts(text):
    assert_harmless(render_markdown(text))
    assert_harmless(Template("<p>{{ text }}</p>").render(Context({"text": summarise_markdown(text)})))


PIECES = [*"<>&\"'()[]!#*_`:/\\-=.\n\t \x00aé", "javascript:", "https://", "mailto:", "&#x", "<a href="]


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
@settings(max_examples=examples(400), deadline=None)
def test_no_text_does_anything(text):
    assert_harmless(render_markdown(text))
    assert "\n" not in summarise_markdown(text)


@each("part", ["[", "![", "*a ", "**a*", "`a``", "[a](", ">", "- ", "<", "&", "https://", "[](<"])
def test_no_text_takes_long(part):
    text = part * (10_000 // len(part))
    begun = perf_counter()
    render_markdown(text)
    assert perf_counter() - begun < 2


@each(
    "text, line",
    [
        ("# The Inn\n\nEvery *Tuesday*,\nat [seven](https://e.example).", "The Inn Every Tuesday, at seven."),
        ("- a\n- `b`\n\n```\nc\n```", "a b c"),
        ("one  \ntwo", "one two"),
        ("a" * 300, "a" * 199 + "…"),
        ("&lt;b&gt; <i>", "<b> <i>"),
        ("", ""),
    ],
)
def test_one_line_of_it(text, line):
    assert summarise_markdown(text) == line


def test_on_a_page():
    page = Template("{% load base %}{{ text|markdown }}{{ text|markdown_summary }}")
    assert page.render(Context({"text": "*a* <b>"})) == "<p><em>a</em> &lt;b&gt;</p>\na &lt;b&gt;"

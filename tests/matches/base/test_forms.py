"""Forms of pages: what was typed stays, and each fault stands beside its field."""

import re

import pytest
from django import forms
from django.http import QueryDict
from django.utils import translation

from matches.base.errors import Refusal, UnknownTimeZone
from matches.base.forms import Choices, DayField, ExplainedChoice, MomentField, PageForm, Segments
from matches.base.times import read_in_zone


class TakenName(Refusal):
    code = "taken_name"
    title = "That name is taken"


class EveningForm(PageForm):
    concerns = {"taken_name": "name"}

    name = forms.CharField(label="Name", help_text="As it is printed.")
    place = forms.CharField(label="Place", required=False)
    starts_at = MomentField(label="Starts", required=False)
    day = DayField(label="Day", required=False)
    rated = forms.BooleanField(label="Rated", required=False)
    length = forms.ChoiceField(label="Points", choices=[("5", "5"), ("7", "7")], widget=Segments, initial="7")
    kind = forms.ChoiceField(
        label="Kind",
        required=False,
        choices=[("ko", ExplainedChoice("Knockout", "Who loses is out.", "11 matches"))],
        widget=Choices,
    )


def sent(**fields):
    made = QueryDict(mutable=True)
    made.update({"length": "5", **fields})
    return EveningForm(made)


def refuse(refusal):
    def act(cleaned):
        raise refusal

    return act


def test_what_was_sent_is_done_once_it_can_be_read():
    done = []
    form = sent(name="Cup")
    assert form.submit(done.append)
    assert done[0]["name"] == "Cup"
    assert form.page_status == 200
    assert not sent().submit(done.append)
    assert len(done) == 1


def test_a_fault_stands_beside_its_field_with_what_was_typed():
    form = sent(place="The <Inn>", starts_at="never")
    assert not form.submit(lambda cleaned: None)
    assert form.page_status == 422
    page = form.render()
    assert 'value="The &lt;Inn&gt;"' in page
    assert 'value="never"' in page
    assert re.search(r'<input type="text" name="name"[^>]* aria-invalid="true"', page)
    assert 'aria-describedby="id_name_helptext id_name_error"' in page
    assert '<p class="fault" id="id_name_error" role="alert">This field is required.</p>' in page
    assert 'id="id_place_error"' not in page


@pytest.mark.parametrize(
    ("refusal", "field"),
    [
        (TakenName("%(name)s is taken.", {"name": "Cup"}), "name"),
        (Refusal("It ends before it starts.", fields=["starts_at", "ends_at"]), "starts_at"),
        (UnknownTimeZone("There is none."), None),
    ],
)
def test_a_refusal_stands_beside_the_field_that_it_is_about(refusal, field):
    form = sent(name="Cup")
    assert not form.submit(refuse(refusal))
    page = form.render()
    assert str(refusal) in page
    assert 'value="Cup"' in page
    if field is None:
        assert f'<div class="problem" role="alert"><p><strong>{refusal.title}</strong></p>' in page
        assert page.count(str(refusal)) == 1
    else:
        assert f'id="id_{field}_error" role="alert">{refusal}' in page


def test_times_are_asked_and_read_in_the_zone_in_force():
    with read_in_zone("Asia/Tokyo", known=True):
        form = sent(name="Cup", starts_at="2026-03-07T19:30", day="2026-03-07")
        assert form.is_valid()
        starts = form.cleaned_data["starts_at"]
        assert starts.isoformat() == "2026-03-07T19:30:00+09:00"
        again = EveningForm(initial={"starts_at": starts})
        assert 'type="datetime-local" name="starts_at" value="2026-03-07T19:30"' in str(again["starts_at"])


def test_fields_say_what_may_be_left_empty_and_what_they_are():
    page = EveningForm().render()
    assert re.search(r'<label for="id_place">Place <small>may be left empty</small></label>', page)
    assert '<label for="id_name">Name</label>' in page
    assert '<p class="hint" id="id_name_helptext">As it is printed.</p>' in page
    assert page.count("<legend>") == 2
    assert re.search(r'<input type="radio" name="length" value="7"[^>]* checked', page)
    assert "<small>Who loses is out.</small>" in page
    assert '<span class="figure">11 matches</span>' in page
    with translation.override("ja"):
        assert "省略可" in EveningForm().render()

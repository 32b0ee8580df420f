"""The page of the service's status: who may see it, what it says, and its buttons."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from config.monitoring import page
from config.monitoring.page import describe_age
from matches.base.pages import PER_PAGE
from matches.work import outbox, services
from matches.work.models import Heartbeat, Outbox
from matches.work.queues import Queue
from matches.work.selectors import dead_letters
from tests.factories import UserFactory
from tests.page_forms import FormsRead

pytestmark = pytest.mark.django_db
KIND = "matches.report_verify"
ACTIONS = ("/status/dead-letters/retry/", "/status/dead-letters/drop/")


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(UserFactory(username="operator", is_staff=True))
    return client


def set_aside(*subjects: int, kind: str = KIND) -> None:
    for subject in subjects:
        outbox.make_due(kind, subject)
        for _ in range(outbox.TRIES):
            services.work_note_failed(kind, subject, ValueError(f"no such rung {subject}"))


def everybody_lives() -> None:
    now = timezone.now()
    for name, queues in (("dispatcher", ""), ("worker", ""), ("all@here", " ".join(Queue))):
        Heartbeat.objects.create(name=name, at=now, queues=queues)


class TestWho:
    def test_a_visitor_is_led_to_the_login(self, client) -> None:
        assert client.get("/status/")["Location"] == "/login/?next=/status/"

    def test_a_page_that_was_left_open_is_not(self, client) -> None:
        assert client.get("/status/", headers={"HX-Request": "true"}).status_code == 403

    @pytest.mark.parametrize("address", ACTIONS)
    def test_nobody_else_changes_anything(self, client, address: str) -> None:
        set_aside(1)
        before, sent = Outbox.objects.values().get(), {"letter": Outbox.objects.get().pk}
        assert client.post(address, sent).status_code == 302
        client.force_login(UserFactory(username="ann"))
        assert client.get("/status/").status_code == 403
        assert client.post(address, sent).status_code == 403
        assert Outbox.objects.values().get() == before

    @pytest.mark.parametrize("address", ACTIONS)
    def test_no_other_site_can_press_the_buttons(self, address: str) -> None:
        set_aside(1)
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(UserFactory(username="operator", is_staff=True))
        assert strict.post(address, {"letter": Outbox.objects.get().pk}).status_code == 403
        assert dead_letters().count() == 1

    def test_it_is_in_the_menu_of_who_may_see_it(self, operator) -> None:
        assert 'href="/status/"' in operator.get("/").content.decode()
        operator.force_login(UserFactory(username="ann"))
        assert 'href="/status/"' not in operator.get("/").content.decode()


def test_all_is_well(operator) -> None:
    everybody_lives()
    shown = operator.get("/status/")
    assert shown.context["all_is_well"]
    text = shown.content.decode()
    assert "Everything works." in text
    assert "badge bad" not in text
    for queue in Queue:
        assert f"<code>{queue}</code>" in text


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: Heartbeat.objects.filter(name="dispatcher").delete(), "never seen"),
        (lambda: Heartbeat.objects.filter(name="worker").update(at=ago(60)), "seen 60 s ago"),
        (lambda: Heartbeat.objects.filter(name="all@here").update(at=ago(600)), "seen 10 min ago"),
        (lambda: Heartbeat.objects.filter(name="all@here").update(queues="judge"), "none"),
        (lambda: set_aside(7), "ValueError: no such rung 7"),
    ],
)
def test_what_is_not_is_marked(operator, wrong, says: str) -> None:
    everybody_lives()
    wrong()
    text = operator.get("/status/").content.decode()
    assert "Everything works." not in text
    assert "badge bad" in text
    assert says in text


def ago(seconds: int):
    return timezone.now() - timedelta(seconds=seconds)


def test_without_the_broker_the_rest_is_shown(operator, monkeypatch) -> None:
    everybody_lives()
    monkeypatch.setattr(page, "broker_figures", lambda: None)
    shown = operator.get("/status/")
    assert "It does not answer." in shown.content.decode()
    assert not shown.context["all_is_well"]


def test_work_of_a_queue_is_added_up(operator) -> None:
    for kind in (KIND, "matches.match_process_due"):
        outbox.make_due(kind, 1)
    outbox.claim(KIND, 1)
    Outbox.objects.filter(kind=KIND).update(created_at=ago(3 * 3600))
    set_aside(9)
    judge = operator.get("/status/").context["queues"][0]
    assert (judge.code, judge.waiting, judge.in_hand, judge.set_aside, judge.oldest) == (
        "judge",
        2,
        1,
        1,
        "3 h",
    )


def test_an_open_page_is_sent_the_part_that_changes(operator) -> None:
    whole = operator.get("/status/").content.decode()
    part = operator.get("/status/", headers={"HX-Request": "true"}).content.decode()
    assert 'hx-trigger="every 10s"' in whole
    assert "<html" not in part
    assert 'id="queues"' in part


class TestButtons:
    def press(self, client: Client, number: int) -> str:
        """The page after the button of that number; those of a letter are "try again" and "drop"."""
        read = FormsRead(client.get("/status/").content.decode(), "/status/")
        form = [form for form in read.forms if "dead-letters" in form.action][number]
        (value,) = (field.value for field in form.fields.values() if field.name == "letter")
        return client.post(form.action, {"letter": value}, follow=True).content.decode()

    def test_one_is_tried_again(self, operator) -> None:
        set_aside(1, 2)
        assert "1 is tried again." in self.press(operator, 2)
        assert [letter.subject for letter in dead_letters()] == [1]
        row = Outbox.objects.get(subject=2)
        assert (row.failures, row.attempts) == (0, 0)

    def test_one_is_dropped(self, operator) -> None:
        set_aside(1, 2)
        assert "1 was dropped." in self.press(operator, 1)
        assert [row.subject for row in Outbox.objects.all()] == [2]

    @pytest.mark.parametrize("address", ACTIONS)
    @pytest.mark.parametrize("sent", [None, "", "x", "0", "-1", "99999999999999999999", "1\x00"])
    def test_what_is_no_dead_letter_changes_nothing(self, operator, address: str, sent: str | None) -> None:
        set_aside(1)
        outbox.make_due(KIND, 2)
        before = [*Outbox.objects.order_by("pk").values()]
        due = Outbox.objects.get(subject=2).pk
        for letter in (sent, str(due)):
            body = {} if letter is None else {"letter": letter}
            said = operator.post(address, body, follow=True).content.decode()
            assert "This dead letter is not there any more" in said
        assert [*Outbox.objects.order_by("pk").values()] == before


def test_the_first_are_listed_however_many_there_are(operator) -> None:
    set_aside(1)
    first = Outbox.objects.get()
    Outbox.objects.bulk_create(
        Outbox(kind=KIND, subject=number, set_aside_at=timezone.now()) for number in range(2, PER_PAGE + 10)
    )
    shown = operator.get("/status/")
    assert len(shown.context["letters"]) == PER_PAGE
    assert shown.context["letters"][0] == first
    assert f"The first {PER_PAGE} of {PER_PAGE + 9}." in shown.content.decode()


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "0 s"), (119.4, "119 s"), (120, "2 min"), (7199, "120 min"), (7200, "2 h"), (90_000, "25 h")],
)
def test_ages_are_said_in_their_largest_unit(seconds: float, said: str) -> None:
    assert describe_age(seconds) == said

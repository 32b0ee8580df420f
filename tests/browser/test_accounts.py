"""Accounts on a phone, in both languages: from nothing to the first report, and every other way in."""

from collections.abc import Callable

import pytest

from config.rest import Api

from .phones import PASSWORD, Phone

pytestmark = pytest.mark.long

NEW = "another horse battery"


@pytest.fixture
def evening(director: Api, phone: Phone) -> dict[str, int]:
    """A player whom a club has recorded, and another: their numbers."""
    clubs = [*director.rows_of("clubs/")] or [director.post("clubs/", name="Golden Point Club")]
    recorded = f"clubs/{clubs[0]['id']}/players/"
    names = {"en": ("Mika Salo", "Rolf Berg"), "ja": ("森 愛子", "佐藤 陽翔")}[phone.language]
    one, two = (director.post(recorded, name=name)["id"] for name in names)
    return {"player": one, "other": two}


def test_from_signing_up_to_the_first_report(phone: Phone, evening: dict[str, int], director: Api) -> None:
    phone.open("/account/signup/")
    phone.look()
    phone.sign_up("mika", f"mika-{phone.language}@home.example")
    assert phone.at() == "/"
    phone.look("home")
    phone.open(phone.mailed_link(f"mika-{phone.language}@home.example"))
    phone.look("confirm")
    phone.press()
    assert phone.at() == "/account/"
    phone.look("account, confirmed")
    phone.log_out()
    phone.open("/login/")
    phone.look()
    phone.log_in("mika")

    player = f"/players/{evening['player']}/"
    phone.open(player)
    phone.look("player")
    phone.press(f"form[action='{player}claim/'] button")
    phone.look("player, claimed")
    (claim,) = [each for each in director.rows_of("claims/") if each["player"]["id"] == evening["player"]]
    director.post(f"claims/{claim['id']}/answer/", agrees=True)
    phone.open("/invitations/")
    phone.look()
    phone.open("/claims/")
    phone.look()
    phone.open(player)
    phone.look("player, own")
    phone.open(f"{player}manage/")
    phone.look("profile")

    sides = {"one": evening["player"], "two": evening["other"]}
    number = director.post("matches/", length=5, **sides)["id"]
    match = f"/matches/{number}/"
    phone.open(match)
    phone.look("match")
    phone.open(f"{match}manage/")
    phone.look("report")
    phone.tap_score(winner=0, loser=3)
    phone.press(f"form.pad[action='{match}report/'] button")
    phone.look("reported")
    (report,) = director.rows_of(f"matches/{number}/reports/")
    assert report["score"] == {"one": 5, "two": 3}


def test_from_an_invitation_link_to_the_first_report(
    phone: Phone, evening: dict[str, int], director: Api
) -> None:
    player = f"/players/{evening['player']}/"
    link = director.post(f"players/{evening['player']}/invitation-links/")["url"]
    phone.open(link.removeprefix(phone.url))
    assert phone.at() == "/join/"
    phone.look()
    phone.fill(username=phone.named("mio"), password1=PASSWORD)
    phone.press("main form:has([name=password1]) button")
    assert phone.at() == player
    phone.look("player, joined")
    number = director.post("matches/", length=5, one=evening["player"], two=evening["other"])["id"]
    phone.open(f"/matches/{number}/manage/")
    phone.tap_score(winner=0, loser=3)
    phone.press(f"form.pad[action='/matches/{number}/report/'] button")
    (report,) = director.rows_of(f"matches/{number}/reports/")
    assert (report["reported_by"], report["score"]) == (phone.named("mio"), {"one": 5, "two": 3})


def test_a_director_invites(phone: Phone, evening: dict[str, int], director: Api) -> None:
    club = next(iter(director.rows_of("clubs/")))["id"]
    phone.sign_up("nadia")
    director.post(f"clubs/{club}/appointments/", login=phone.named("nadia"), role="director")
    phone.open(f"/clubs/{club}/invite/")
    assert phone.at() == f"/clubs/{club}/invite/", phone.text()
    phone.look("invite")
    phone.page.fill("main [name=names]", "Ira Noor\nLou Tan")
    phone.press("main form:has([name=names]) button")
    assert phone.page.locator(".invite svg").count() == 2
    phone.look("invited")
    phone.open(f"/clubs/{club}/members/")
    phone.look("members")


def test_a_forgotten_password(phone: Phone) -> None:
    address = f"pia-{phone.language}@home.example"
    phone.sign_up("pia", address)
    phone.open(phone.mailed_link(address))
    phone.press()
    phone.log_out()
    phone.open("/account/password/reset/")
    phone.look()
    phone.fill(email=address)
    phone.press("main form:has([name=email]) button")
    phone.look("reset, sent")
    phone.open(phone.mailed_link(address))
    phone.look("reset, new password")
    phone.fill(password1=NEW)
    phone.press("main form:has([name=password1]) button")
    phone.look("reset, done")
    assert phone.take_mail(address).get_content(), "its owner hears of it"
    phone.log_in("pia")
    phone.look("login, wrong password")
    phone.log_in("pia", NEW)
    phone.open("/account/")
    assert phone.named("pia") in phone.text()


def test_an_authenticator_app(phone: Phone) -> None:
    phone.sign_up("timo")
    phone.confirm_password("/account/factors/totp/activate/")
    phone.look()
    key = phone.page.inner_text("main code").strip()
    phone.fill(code="000000")
    phone.press("main form:has([name=code]) button")
    phone.look("totp, wrong code")
    phone.fill(code=phone.app_code(key))
    phone.press("main form:has([name=code]) button")
    phone.look("recovery codes")
    phone.open("/account/factors/")
    phone.look("factors, on")
    phone.log_out()
    phone.log_in("timo")
    assert phone.at().startswith("/account/factors/authenticate/")
    phone.look("second factor")
    phone.fill(code=phone.app_code(key, 1))
    phone.press("main form:has([name=code]) button")
    phone.open("/account/")
    assert phone.named("timo") in phone.text()


def test_a_passkey(phone: Phone) -> None:
    phone.add_passkeys()
    phone.sign_up("kai")
    phone.confirm_password("/account/factors/webauthn/add/")
    phone.look("passkey, add")
    phone.press("#passkey_add")
    phone.look("passkey, added")
    phone.open("/account/factors/webauthn/")
    phone.look("passkeys")
    phone.log_out()
    phone.open("/login/")
    phone.press("#passkey_login")
    phone.open("/account/")
    assert phone.named("kai") in phone.text()


def test_other_devices_are_seen_and_logged_out(phone: Phone, new_phone: Callable[[str], Phone]) -> None:
    phone.sign_up("lena")
    lost = new_phone(phone.language)
    lost.log_in("lena")
    lost.open("/account/")
    phone.open("/account/sessions/")
    phone.look()
    assert phone.page.locator("main li").count() == 2
    phone.press("main form button")
    phone.open("/account/sessions/")
    assert phone.page.locator("main li").count() == 1
    lost.page.goto("/account/")
    assert lost.at().startswith("/login/")
    lost.page.context.close()


VISITOR = ["/account/password/code/", "/account/inactive/", "/account/email/sent/"]
OWNER = [
    "/account/",
    "/account/close/",
    "/account/email/",
    "/account/password/",
    "/account/factors/",
    "/account/reauthenticate/?next=/account/",
    "/logout/",
]


def test_every_other_page_of_accounts(phone: Phone) -> None:
    for path in VISITOR:
        phone.open(path)
        phone.look()
    phone.sign_up("nora", f"nora-{phone.language}@home.example")
    phone.open("/account/email/")
    phone.look("is it you")
    phone.confirm_password("/account/email/")
    for path in OWNER:
        phone.open(path)
        phone.look()
    assert phone.mailed_link(f"nora-{phone.language}@home.example")
    phone.page.goto("/account/password/reset/1-nosuchkey/")
    phone.look("reset, no such link")


@pytest.mark.parametrize("phone", ["en"], indirect=True)
def test_the_page_of_who_guesses_too_much(phone: Phone) -> None:
    phone.sign_up("olga")
    phone.log_out()
    for _ in range(11):
        phone.log_in("olga", "guess")
    phone.look("too many")
    assert phone.page.locator("main form").count() == 0
    phone.page.goto("/login/")
    assert PASSWORD not in phone.page.content()

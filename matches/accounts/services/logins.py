"""Logins: registered, given another password, asked for their second factor."""

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import translation

from matches.accounts.errors import (
    RegistrationClosed,
    SecondFactorNeeded,
    UnknownLanguage,
    UsernameMixed,
    UsernameTaken,
    WeakPassword,
    WrongPassword,
)
from matches.accounts.models import Token, User
from matches.accounts.rules.usernames import has_other_characters, mixes_scripts, username_as_stored
from matches.accounts.selectors import has_second_factor, is_username_alike
from matches.base.times import check_time_zone
from matches.hooks import sign_up_invitations

from .addresses import log_out_everywhere
from .doors import (
    AnyRequest,
    door_enter,
    is_first_use,
    login_authenticate,
    login_remember,
    password_is_own,
)
from .tokens import tokens_revoke


@transaction.atomic
def user_register(*, username: str, password: str, email: str = "", invitation: int | None = None) -> User:
    """Create a login; by an invitation that is open what that is for comes of it.

    Raises UsernameTaken, UsernameMixed, WeakPassword, and what stands against the invitation.
    """
    username = username_checked(username)
    user = User(username=username, email=email.lower(), language=translation.get_language() or "")
    check_password_strength(password, user)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        # Somebody was faster.
        raise login_name_taken(username) from None
    if user.email:
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    if invitation is not None:
        sign_up_invitations().take(invitation, user)
    return user


def username_checked(username: str) -> str:
    """The name as it is stored. Raises UsernameTaken or UsernameMixed."""
    username = username_as_stored(username)
    if has_other_characters(username) or mixes_scripts(username):
        raise UsernameMixed(
            "%(username)r cannot be a username. Use letters of one script (or of those that Japanese, "
            "Chinese or Korean is written in), digits and @ . + - _.",
            {"username": username},
            username=username,
        )
    if is_username_alike(username):
        raise login_name_taken(username)
    return username


def login_name_taken(username: str) -> UsernameTaken:
    return UsernameTaken(
        "%(username)r is taken, or looks like a name that is. Choose another username.",
        {"username": username},
        username=username,
    )


def check_password_strength(password: str, user: User) -> None:
    """Raises WeakPassword."""
    try:
        validate_password(password, user)
    except ValidationError as weak:
        raise WeakPassword("%(faults)s", {"faults": " ".join(weak.messages)}) from None


def invitation_opened(secret: str) -> int | None:
    """The invitation by whose link somebody registers; None without one. Raises RegistrationClosed."""
    if not secret:
        return None
    invitation = sign_up_invitations().opened_by(secret)
    if invitation is None:
        raise RegistrationClosed(
            "This invitation link opens nothing any more: a link works once, within 14 days, and only the "
            "latest one does. Ask the club for another."
        )
    return invitation


def require_open_registration(*, invited: bool = False) -> None:
    """Raises RegistrationClosed where nobody, or nobody uninvited, registers."""
    if settings.REGISTRATION == "closed":
        raise RegistrationClosed("Nobody registers here alone. Ask staff of this service for a login.")
    if settings.REGISTRATION == "invited" and not invited:
        raise RegistrationClosed(
            "Registering takes an invitation here. Ask a director of your club for one, and open its link."
        )


def confirmation_send(user: User) -> None:
    """Mail the link that confirms a login's address, in the language of the request that goes on."""
    address = EmailAddress.objects.filter(user=user, primary=True, verified=False).first()
    if address is not None and settings.MAIL_CONFIGURED:
        send_verification_email_to_address(context.request, address, signup=True)


def login_for_program(request: AnyRequest, *, username: str, password: str, otp: str = "") -> User:
    """Who may have a token. Raises WrongPassword, SecondFactorNeeded or TooManyAttempts."""
    user = login_authenticate(request, username=username, password=password)
    if user is None:
        raise WrongPassword(
            "No login %(username)r with this password.", {"username": username}, username=username
        )
    if has_second_factor(user):
        second_factor_check(request, user, otp)
    login_remember(request, user)
    return user


def second_factor_check(request: AnyRequest, user: User, code: str) -> None:
    """Raises SecondFactorNeeded unless the code is one of the login's, now; or TooManyAttempts."""
    if not code:
        raise SecondFactorNeeded(
            "This login asks for a second factor. Send `otp` too: a code of the authenticator app, or a "
            "recovery code."
        )
    attempt = door_enter(request, user.username)
    if not is_second_factor(user, code):
        raise SecondFactorNeeded(
            "`otp` is no code of this login now. Send the one the authenticator app shows, or a recovery "
            "code that has not been used."
        )
    attempt.succeeded()


def is_second_factor(user: User, code: str) -> bool:
    """Whether it is a code of the login; each works once."""
    kinds = (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)
    found = Authenticator.objects.filter(user=user, type__in=kinds).order_by("-type")
    return any(each.wrap().validate_code(code) for each in found) and is_first_use(user, code)


def password_change(
    *,
    request: AnyRequest,
    user: User,
    password: str,
    new_password: str,
    revoke_tokens: bool = True,
    token: Token | None = None,
) -> None:
    """Give the caller another password. Raises WrongPassword, WeakPassword or TooManyAttempts.

    Tokens are revoked too, but for the `token` that asks; unless `revoke_tokens` is not wanted.
    """
    if not password_is_own(request, user, password):
        raise WrongPassword(
            "That is not the password of %(user)s.", {"user": user.username}, username=user.username
        )
    check_password_strength(new_password, user)
    with transaction.atomic():
        password_set(user, new_password)
        if revoke_tokens:
            tokens_revoke(user=user, but=token)


def login_time_zone_set(*, user: User, time_zone: str) -> User:
    """Say times to a login in this zone; none for the browser's. Raises UnknownTimeZone."""
    check_time_zone(time_zone)
    user.time_zone = time_zone
    user.save(update_fields=["time_zone"])
    return user


def login_language_set(*, user: User, language: str) -> User:
    """Write to a login in this language. Raises UnknownLanguage."""
    known = [code for code, _ in settings.LANGUAGES]
    if language not in known:
        raise UnknownLanguage(
            "The service does not write in the language %(language)s. Choose one of %(known)s.",
            {"language": repr(language), "known": known},
            language=language,
            known=known,
        )
    if user.language != language:
        user.language = language
        user.save(update_fields=["language"])
    return user


@transaction.atomic
def password_set(user: User, password: str) -> None:
    """The new password ends every session; who changes it on a page goes on in theirs."""
    user.set_password(password)
    user.save(update_fields=["password"])
    log_out_everywhere(user)

"""Every setting, read once from the environment; docs/operations.md lists the variables.

Without any variable set this is the laptop: PostgreSQL and Redis are the embedded ones under var/
and the secret key is made once and kept beside them. GOLDEN_ENV=production turns the safe
settings on and makes the secrets compulsory.
"""

import logging
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
import structlog
from django.utils.translation import gettext_lazy as _

import engine
from config.embedded.layout import VarDirectory, local_push_key, local_secret
from config.openness import Openness
from config.pooler import chosen_pooler
from config.zones import local_time_zone

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

PRODUCTION = env.str("GOLDEN_ENV", default="local") == "production"
DEBUG = env.bool("GOLDEN_DEBUG", default=False)

layout = VarDirectory.from_environment()

# -- Identity and hosts

SECRET_KEY = (
    env.str("SECRET_KEY") if PRODUCTION else env.str("SECRET_KEY", default="") or local_secret(layout)
)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if PRODUCTION else ["*"])
# The public address: the origin that forms may come from.
PUBLIC_URL = env.str("PUBLIC_URL", default="http://127.0.0.1:8000").rstrip("/")
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]

# -- Applications

INSTALLED_APPS = [
    "config.apps.ConfigConfig",
    # Before the rooms, which take its tables out of the admin site.
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    # The lowest first: so are their rooms, whose order is that of asking and of locks.
    "engine.apps.EngineConfig",
    "matches.apps.MatchesConfig",
    "tournaments.apps.TournamentsConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
    "django.forms",
    # Its catalogues have the names of countries.
    "django_countries",
    "django_filters",
    "django_htmx",
    "django_structlog",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "pgtrigger",
    "rest_framework",
]

MIDDLEWARE = [
    "config.monitoring.middleware.Measured",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.Gate",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "config.replica.ReplicaReads",
    "config.middleware.Sessions",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.middleware.PageLogins",
    "config.middleware.PageMessages",
    "config.middleware.ReaderZone",
    "matches.accounts.access.DoorMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.LoadedParts",
    "config.middleware.RequestLog",
    "config.middleware.RequestId",
    "config.middleware.SharedReads",
    "matches.base.api.throttling.RateLimitHeaders",
    "config.middleware.PageParts",
    "config.middleware.PageAbove",
    # The last: an answer that is kept is the view's own, and all that others add to it is of now.
    "config.middleware.WriteOnce",
    "config.middleware.Located",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
# Requests that one web process answers at a time.
WEB_THREADS = env.int("WEB_THREADS", default=4)
# Streams of live events that it holds open.
MAX_STREAMS = env.int("MAX_STREAMS", default=2000)
# Where a web process of their own answers solo games ("unix:/path", "host:port"); none: this one does.
SOLO_ADDRESS = env.str("SOLO_ADDRESS", default="")
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # Each room has its templates and tags beside it; Django would look on the top level of apps only.
        "DIRS": [*BASE_DIR.glob("matches/*/templates"), *BASE_DIR.glob("tournaments/*/templates")],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {
                "accounts": "matches.accounts.pages.tags",
                "base": "matches.base.tags",
                "dice": "matches.dice.pages.tags",
                "players": "matches.players.pages.tags",
                "figures": "matches.play.pages.figures",
                "regulations": "matches.play.pages.regulations",
                "replays": "matches.play.pages.replay.tags",
                "ratings": "matches.ratings.pages.tags",
                "recordings": "matches.recordings.pages.tags",
                "sessions": "matches.sessions.pages.tags",
                "statistics": "matches.statistics.pages.tags",
                "solo": "matches.solo.pages.tags",
                "brackets": "tournaments.events.pages.tags",
                "charts": "tournaments.events.pages.charts",
                "standings": "tournaments.events.pages.standings",
                "ladders": "tournaments.ladders.pages.tags",
                "money": "tournaments.money.tags",
                "desk": "tournaments.desk.pages.tags",
                "screens": "tournaments.screens.pages.tags",
                "design": "config.design.tags",
            },
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# -- Data

DATABASES = {
    "default": env.db_url("DATABASE_URL", default=layout.database_url, engine="matches.work.postgresql")
}
# Requests and tasks share a pool of connections, each checked before use: a database that was
# restarted costs nobody an error.
DATABASES["default"]["CONN_MAX_AGE"] = 0
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DATABASES["default"].setdefault("OPTIONS", {})
if _pool := env.int("DATABASE_POOL", default=8):
    DATABASES["default"]["OPTIONS"]["pool"] = {
        "min_size": 1,
        "max_size": _pool,
        "timeout": 10,
        # A pool waits twice as long after each attempt, and begins anew after so many seconds: of a database
        # that was away for an hour it would learn minutes later otherwise.
        "reconnect_timeout": 8,
    }
# What DATABASE_URL leads to instead of PostgreSQL itself: a pooler that lends connections for a "transaction"
# each. Who listens, and who makes backups, goes to DATABASE_DIRECT_URL.
DATABASE_POOLER = chosen_pooler(
    env.str("DATABASE_POOLER", default=""), direct=env.str("DATABASE_DIRECT_URL", default="")
)
DATABASE_DIRECT: dict[str, Any] = (
    env.db_url("DATABASE_DIRECT_URL") if env.str("DATABASE_DIRECT_URL", default="") else {}
)
# As whom the processes of the service come to the database, where migrations are another's: these let it.
DATABASE_SERVICE_ROLE = env.str("DATABASE_SERVICE_ROLE", default="")
DATABASE_SERVICE_PASSWORD = env.str("DATABASE_SERVICE_PASSWORD", default="")
# A copy of DATABASE_URL's that follows it, where visitors' requests are read (config/replica.py).
DATABASE_REPLICA: dict[str, Any] = (
    env.db_url("DATABASE_REPLICA_URL", engine="matches.work.postgresql")
    if env.str("DATABASE_REPLICA_URL", default="")
    else {}
)
# The next transaction is on another connection, where nothing of that name was prepared.
DATABASES["default"]["OPTIONS"]["prepare_threshold"] = 5 if _pool and not DATABASE_POOLER else None
# Where PostgreSQL's own programs are, for backups; "": found (config/backups/tools.py).
PG_BIN = env.str("PG_BIN", default="")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "matches.User"
# The only one: every password is looked at behind its count of attempts.
AUTHENTICATION_BACKENDS = ["matches.accounts.services.doors.DoorBackend"]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "pages-tournaments:home"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "matches.accounts.services.passwords.ContextWordValidator"},
]

REDIS_URL = env.str("REDIS_URL", default=layout.redis_url)
CACHES = {
    "default": {
        "BACKEND": "config.cache.RestingCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "cache",
        "OPTIONS": {"socket_timeout": 0.2, "socket_connect_timeout": 0.2},
    }
}
CELERY_BROKER_URL = env.str(
    "CELERY_BROKER_URL",
    default=REDIS_URL if env.str("REDIS_URL", default="") else layout.celery_broker_url,
)

# -- Logins

# Who may register: anybody (open), whoever was invited (invited), nobody (closed). Who founds clubs: any
# login (anyone), any login once staff approves (approved), staff alone (staff).
_openness = Openness.chosen(
    env.str("REGISTRATION", default=""), env.str("CLUB_FOUNDING", default=""), production=PRODUCTION
)
REGISTRATION, CLUB_FOUNDING = _openness.registration, _openness.club_founding

PUBLIC_HOST = urlsplit(PUBLIC_URL).hostname or "localhost"
# Without EMAIL_URL nothing is mailed, and no page offers it.
_email_url = env.str("EMAIL_URL", default="")
MAIL_CONFIGURED = bool(_email_url)
if MAIL_CONFIGURED:
    vars().update(env.email_url("EMAIL_URL"))
else:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
# Seconds that a worker waits for the server of mails; another thread works on meanwhile.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("MAIL_FROM", default="") or f"golden-point@{PUBLIC_HOST}"

# Requests to addresses that somebody has typed go to the internet alone, by https, to its usual ports; what
# is allowed besides is for receivers beside the service, and for tests.
OUTBOUND_NETWORKS = [ip_network(each) for each in env.list("OUTBOUND_NETWORKS", default=[])]
OUTBOUND_HTTP = env.bool("OUTBOUND_HTTP", default=False)
OUTBOUND_HIGH_PORTS = env.bool("OUTBOUND_HIGH_PORTS", default=False)

# The key by which push services of browsers know this one: without it nothing is pushed.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="") or ("" if PRODUCTION else local_push_key(layout))
VAPID_CONTACT = f"mailto:{DEFAULT_FROM_EMAIL}"
PUSH_CONFIGURED = bool(VAPID_PRIVATE_KEY)

ACCOUNT_ADAPTER = "matches.accounts.pages.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "matches.accounts.pages.forms.LoginForm",
    "signup": "matches.accounts.pages.forms.SignupForm",
    "change_password": "matches.accounts.pages.forms.ChangePasswordForm",
    "reset_password": "matches.accounts.pages.forms.ResetPasswordForm",
    "reset_password_from_key": "matches.accounts.pages.forms.ResetPasswordKeyForm",
    "set_password": "matches.accounts.pages.forms.SetPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
# An address is a convenience: nobody needs one, and one login has one.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
# Whether an address is known is nobody's business: each may be said by several, and confirmed by one.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = False
# Passwords are counted at the doors, all together; these are for mails and for signing up.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_failed": None,
    "change_password": None,
    "reauthenticate": None,
}
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("NUM_PROXIES", default=0)
MFA_ADAPTER = "matches.accounts.pages.adapters.FactorAdapter"
MFA_FORMS = {
    "authenticate": "matches.accounts.pages.factors.AuthenticateForm",
    "reauthenticate": "matches.accounts.pages.factors.ReauthenticateForm",
    "add_webauthn": "matches.accounts.pages.factors.PasskeyAddForm",
    "authenticate_webauthn": "matches.accounts.pages.factors.PasskeyForm",
    "login_webauthn": "matches.accounts.pages.factors.PasskeyLoginForm",
    "reauthenticate_webauthn": "matches.accounts.pages.factors.PasskeyAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
# Half minutes that an app's clock, or a slow hand, may be off: RFC 6238, 5.2. A code works once all the same.
MFA_TOTP_TOLERANCE = 1
MFA_PASSKEY_LOGIN_ENABLED = True
# A login without an address may have a second factor as well.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Browsers know passkeys on https and on localhost alone.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION
USERSESSIONS_TRACK_ACTIVITY = False

# -- Language, time, pages

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ja", _("Japanese"))]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
# Of whoever reads a language, most are there.
COUNTRIES_FIRST_BY_LANGUAGE = {"ja": ["JP"]}
# Programs are answered in UTC; pages and mails say times in the zone of the event, or of whoever reads: the
# login's own, the browser's, else this one.
TIME_ZONE = "UTC"
READER_TIME_ZONE = env.str("TIME_ZONE", default="") or ("UTC" if PRODUCTION else local_time_zone())
USE_TZ = True
FORMAT_MODULE_PATH = ["config.formats"]
FORM_RENDERER = "matches.base.forms.PageRenderer"
STATIC_URL = "/static/"
# Where they are collected, compressed and named by content; without it they are served where they lie.
STATIC_ROOT = env.str("STATIC_ROOT", default="") or (str(BASE_DIR / "var" / "static") if PRODUCTION else None)
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
if PRODUCTION:
    _static_storage = "whitenoise.storage.CompressedManifestStaticFilesStorage"
elif STATIC_ROOT:
    _static_storage = "config.storage.QuicklyCollected"
else:
    _static_storage = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _static_storage},
}

# -- Limits

# The longest transcripts with a program's analysis have 3 MB; everything beyond is refused before it is read.
TRANSCRIPT_MAX_BYTES = 4_000_000
# So long after the day that it is printed for, a score slip still reports its match.
SLIP_GRACE_HOURS = env.int("SLIP_GRACE_HOURS", default=6)
# Judged while the caller waits: the longest match without analysis has a tenth of it.
TRANSCRIPT_AT_ONCE_BYTES = 500_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 5_000_000
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = 5_000_000

# -- REST API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["matches.accounts.api.authentication.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": [
        "matches.accounts.api.authentication.HasScope",
        "matches.base.api.queries.KnownParameters",
    ],
    "DEFAULT_RENDERER_CLASSES": ["matches.base.api.rendering.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["matches.base.api.parsing.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "matches.base.api.pagination.CursorPagination",
    "DEFAULT_FILTER_BACKENDS": ["matches.base.api.filters.AskedFilters"],
    "DEFAULT_SCHEMA_CLASS": "matches.base.api.schemas.OperationSchema",
    "DEFAULT_THROTTLE_CLASSES": ["matches.idempotency.api.CallerOnce"],
    "DEFAULT_THROTTLE_RATES": {
        "anonymous": env.str("RATE_ANONYMOUS", default="300/min"),
        "login": env.str("RATE_LOGIN", default="1200/min"),
        "password": env.str("RATE_PASSWORD", default="30/min"),
        "referee": env.str("RATE_REFEREE", default="60/min"),
        "export": env.str("RATE_EXPORT", default="10/min"),
        "picture": env.str("RATE_PICTURE", default="120/min"),
        "solo": env.str("RATE_SOLO", default="600/min"),
    },
    "EXCEPTION_HANDLER": "config.errors.problem_handler",
    "NUM_PROXIES": env.int("NUM_PROXIES", default=0),
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Golden Point",
    "DESCRIPTION": "Backgammon clubs: tournaments, refereed matches, ratings.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {
        "ViolationCode": [(code, code) for code in sorted(engine.VIOLATION_CODES)],
        "RefereedVariant": [(code, code) for code in engine.VARIANTS],
        "PositionNotation": [(code, code) for code in engine.IDS],
        "ActionEnum": [(code, code) for code in engine.ACTIONS],
        "RecordedAction": "matches.recordings.models.ACTION_CHOICES",
        "GameStateName": "matches.boards.api.GAME_STATES",
        "SoloAct": "matches.solo.api.fields.ACT_CHOICES",
        "SoloAction": "matches.solo.api.fields.ACTION_CHOICES",
        "SoloScoring": "matches.solo.api.fields.SCORING_CHOICES",
        "SoloStateName": "matches.solo.api.fields.STATES",
        "BotCode": "matches.solo.api.fields.BOT_CHOICES",
        "VariantEnum": [(code, code) for code in engine.PLAYED],
        "SideName": [("one", "one"), ("two", "two")],
        "PlayerKind": "matches.models.Player.Kind",
        "ReportKind": "matches.models.Report.Kind",
        "ReportRole": "matches.models.Report.Role",
        "ResultKind": "matches.play.rules.results.KINDS",
        "ResultGrounds": "matches.models.Result.Basis",
        "SlotState": "tournaments.events.rules.slots.SLOT_STATES",
        "MembershipKind": "tournaments.models.Membership.Kind",
        "RequestState": [("open", "open"), ("agreed", "agreed"), ("refused", "refused")],
        "ServiceAccountRole": "tournaments.models.ServiceAccount.Role",
        "AppointmentRole": "tournaments.models.Appointment.Role",
        "MatchState": "matches.models.Match.State",
        "ReportState": [(name, name) for name in ("pending", "accepted", "refused")],
        "TournamentState": "tournaments.models.Tournament.State",
        "LadderKind": "tournaments.ladders.api.ladders.KINDS",
        "EventType": "tournaments.webhooks.api.EVENT_TYPES",
        "WebhookPauseCause": "tournaments.models.Webhook.PauseCause",
        "WebhookDeliveryState": "tournaments.models.WebhookDelivery.State",
        "WebhookFault": "matches.base.outbound.FAULTS",
        "TableUse": [("open", "open"), ("reserved", "reserved"), ("out_of_use", "out_of_use")],
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.schema.complete_openapi_document",
    ],
}

# -- Security

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = PRODUCTION
CSRF_COOKIE_SECURE = PRODUCTION
LANGUAGE_COOKIE_SECURE, LANGUAGE_COOKIE_SAMESITE = PRODUCTION, "Lax"
SECURE_SSL_REDIRECT = PRODUCTION and env.bool("SSL_REDIRECT", default=True)
# Health probes and collectors of metrics speak plain HTTP to the process itself.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION
SECURE_HSTS_PRELOAD = PRODUCTION
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
        "form-action": ["'self'"],
    }
}

# -- Seen from outside

# Who may read /metrics. Without it nobody does, but for this machine where it is no server's.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
# Statements to the database that take longer are logged; 0: none.
SLOW_QUERY_MS = env.int("SLOW_QUERY_MS", default=500)
# Where traces go, and of how many it is: 0 to 1. None are made without an address.
OTEL_EXPORTER_OTLP_ENDPOINT = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", default="")
OTEL_TRACES_SAMPLER_ARG = env.float("OTEL_TRACES_SAMPLER_ARG", default=1.0)
# Where errors are reported that nobody caught; nowhere without it.
SENTRY_DSN = env.str("SENTRY_DSN", default="")

# -- Logs: one JSON object a line in production, readable lines on a laptop; each with the request's id.

# Who calls stands in the proxy's log, if there is one; a header the caller writes proves nothing.
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
# One line for each request, when it is over.
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
_shared: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
_json = env.bool("LOG_JSON", default=PRODUCTION)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "structured": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": _shared,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *(
                    [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
                    if _json
                    # Plain tracebacks: the rich ones take seconds to draw every local variable.
                    else [
                        structlog.dev.ConsoleRenderer(
                            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
                        )
                    ]
                ),
            ],
        }
    },
    "filters": {"secret_paths": {"()": "config.secret_paths.SecretPathFilter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "structured"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        # Refused requests are the caller's business; django_structlog already logs each request once.
        "django.request": {"level": "ERROR", "filters": ["secret_paths"]},
        "django.security.csrf": {"filters": ["secret_paths"]},
        "django_structlog": {"level": "INFO"},
    },
}
structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *_shared,
        structlog.processors.StackInfoRenderer(),
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)

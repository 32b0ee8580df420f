"""Run every benchmark and print it: a ratio with its spread where there is somebody to compare with."""

import os

import django
from django.core.management import call_command


def main() -> None:
    # Importing it starts a PostgreSQL and a Redis for as long as we run.
    import tests.servers  # noqa: F401

    os.environ.update(
        DJANGO_SETTINGS_MODULE="config.settings", RATE_ANONYMOUS="1000000/min", LOG_LEVEL="WARNING"
    )
    django.setup()
    from benchmarks import reads, referee

    call_command("migrate", verbosity=0)
    print(f"referee, 15 matches to 5, 7 and 9 points: {referee.run()}")
    for name, comparison in reads.run():
        print(f"API, {name}, against a bare Django view: {comparison}")


if __name__ == "__main__":
    main()

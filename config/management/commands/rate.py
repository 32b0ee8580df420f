from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError
from tqdm import tqdm

from matches.play.models import Result
from matches.ratings.selectors import rated_results, rating_pools_kept
from matches.ratings.services import ratings_are_written, ratings_rebuild


class Command(BaseCommand):
    help = (
        "Fold every rated match of every rating pool anew. The ratings are those that the workers had "
        "reached, to the last digit; while it runs the service shows the old ones."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if ratings_are_written():
                self.stdout.write("Somebody else is writing ratings just now. Waiting for them to finish.")
            total = sum(rated_results(rating_pool).count() for rating_pool in rating_pools_kept())
            with tqdm(total=total, unit=" matches", mininterval=0.5) as bar:
                ratings_rebuild(progress=bar.update)
        except OperationalError as error:
            raise CommandError(f"No database ({error}). Is the service up? ./run serve starts it.") from None
        self.stdout.write(f"{total} rated matches folded, of {Result.objects.count()} results.")

"""What an event costs to enter, what each entry owes, and what it has paid."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.money.errors import EntryFeeDivided

from .payouts import PrizePool
from .prize_pools import AMOUNTS, is_side_prize_pool

ALL_FOR_THE_CLUB = 100


@dataclass(frozen=True, slots=True)
class Fees:
    """What an entry owes and what it has paid by now, in cents."""

    owed: int = 0
    paid: int = 0

    @property
    def open(self) -> int:
        """What is still to be paid."""
        return max(self.owed - self.paid, 0)

    @property
    def to_return(self) -> int:
        """What was paid and is not owed."""
        return max(self.paid - self.owed, 0)


def entry_fees(
    prize_pools: Iterable[PrizePool], paid: Mapping[int, int], present: Iterable[int]
) -> dict[int, Fees]:
    """What each of the entries owes by the prize pools, whose payers are known, and has paid."""
    owed: dict[int, int] = defaultdict(int)
    for prize_pool in prize_pools:
        for entry in prize_pool.payers:
            owed[entry] += prize_pool.fee
    return {entry: Fees(owed.get(entry, 0), paid.get(entry, 0)) for entry in present}


def collected_by_login(notes: Iterable[tuple[int, int, int | None]]) -> dict[int | None, int]:
    """What each login has collected, in cents, by what was noted: entry, cents paid by then, login.

    More than before was collected by who notes it; less takes back what was noted last of that entry.
    """
    stacks: dict[int, list[tuple[int | None, int]]] = defaultdict(list)
    for entry, cents, login in notes:
        stack = stacks[entry]
        more = cents - sum(amount for _, amount in stack)
        while more < 0:
            by, amount = stack.pop()
            more += amount
            login = by if more > 0 else login
        if more:
            stack.append((login, more))
    found: dict[int | None, int] = defaultdict(int)
    for stack in stacks.values():
        for login, amount in stack:
            found[login] += amount
    return dict(found)


# -- Where the fee stands: in the prize pools that everybody pays into


def entry_fee(prize_pools: Iterable[Mapping[str, Any]]) -> int:
    """Cents that everybody pays who plays, of prize pools as they are written."""
    return sum(given.get("fee", 0) for given in prize_pools if not is_side_prize_pool(given))


def with_entry_fee(prize_pools: Sequence[Mapping[str, Any]], cents: int, name: str) -> list[dict[str, Any]]:
    """The prize pools with another fee for everybody; one of that name for it alone where there was none.

    A prize pool that is there for the fee alone goes with it. Raises EntryFeeDivided.
    """
    own = [given for given in prize_pools if not is_side_prize_pool(given)]
    asking = [given for given in own if given.get("fee", 0)] or own
    if len(asking) > 1:
        raise EntryFeeDivided(
            "Everybody pays into several prize pools: %(names)s. Set the fee of each with the prize pools.",
            {"names": [given["name"] for given in asking]},
            prize_pools=[given["name"] for given in asking],
        )
    if asking:
        changed = {**asking[0], "fee": cents}
        found = [changed if given is asking[0] else dict(given) for given in prize_pools]
    else:
        changed = {"name": name, "fee": cents, "keeps": ALL_FOR_THE_CLUB}
        found = [changed, *map(dict, prize_pools)]
    return [given for given in found if given is not changed or not is_empty_prize_pool(changed)]


def is_all_for_the_club(given: Mapping[str, Any]) -> bool:
    """Whether a prize pool, as it is written, is there for the fee alone: nothing of it is paid out."""
    return not given.get("prizes") and str(given.get("keeps", 0)) == str(ALL_FOR_THE_CLUB)


def is_empty_prize_pool(given: Mapping[str, Any]) -> bool:
    """Whether nothing is paid into a prize pool, and nothing out of it."""
    return not any(given.get(amount, 0) for amount in AMOUNTS) and not given.get("prizes")


def has_other_amounts(prize_pools: Iterable[Mapping[str, Any]]) -> bool:
    """Whether there are amounts beside the fee that everybody pays."""
    return any(
        given.get(amount, 0)
        for given in prize_pools
        for amount in (AMOUNTS if is_side_prize_pool(given) else AMOUNTS[1:])
    )

"""What ratings and statistics refuse. Codes are permanent; docs/errors.md lists them."""

from matches.base.errors import Refusal


class InvalidPeriod(Refusal):
    code = "invalid_period"
    title = "The period ends before it begins"


class InvalidRating(Refusal):
    code = "invalid_rating"
    title = "The ratings cannot be kept so"


class RatingPoolNameTaken(Refusal):
    code = "rating_pool_name_taken"
    title = "There is a rating pool of that name"


class LeadingRatingPool(Refusal):
    code = "leading_rating_pool"
    title = "The first rating pool stays open"


class RatingPoolInUse(Refusal):
    code = "rating_pool_in_use"
    title = "The rating pool is in use"


class UnknownRatingPool(Refusal):
    code = "unknown_rating_pool"
    title = "No such rating pool"


class InvalidImport(Refusal):
    code = "invalid_import"
    title = "The results cannot be taken over"

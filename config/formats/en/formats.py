"""Dates as English pages have them: the month in words, so that nobody takes it for the day."""

DATE_FORMAT = "j M Y"
SHORT_DATE_FORMAT = "j M"
MONTH_DAY_FORMAT = "D j M"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j M Y, H:i"
SHORT_DATETIME_FORMAT = "D j M, H:i"
YEAR_MONTH_FORMAT = "F Y"
SHORT_MONTH_FORMAT = "M Y"
YEAR_FORMAT = "Y"
FIRST_DAY_OF_WEEK = 1

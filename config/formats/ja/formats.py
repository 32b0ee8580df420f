"""Dates as Japanese pages have them."""

DATE_FORMAT = "Y年n月j日"
SHORT_DATE_FORMAT = "n月j日"
MONTH_DAY_FORMAT = "n月j日（D）"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "Y年n月j日 H:i"
SHORT_DATETIME_FORMAT = "n月j日（D）H:i"
YEAR_MONTH_FORMAT = "Y年n月"
SHORT_MONTH_FORMAT = "Y年n月"
YEAR_FORMAT = "Y年"
FIRST_DAY_OF_WEEK = 0

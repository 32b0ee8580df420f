import pytest

pytest.register_assert_rewrite("tests.tournaments.formats.contract")

"""Forms of pages as browsers send them."""

import re


def sent_from(page, **changed):
    """What a browser would send of the page's form, with some fields filled otherwise."""
    fields = dict(re.findall(r'<input[^>]* name="(\w+)"[^>]*? value="([^"]*)"', page))
    fields |= dict.fromkeys(re.findall(r'<input type="checkbox" name="(\w+)"[^>]* checked', page), "on")
    for name, choices in re.findall(r'<select name="(\w+)"(.*?)</select>', page, re.DOTALL):
        fields[name] = re.search(r'<option value="([^"]*)" selected', choices)[1]
    fields |= dict(re.findall(r'<textarea name="(\w+)"[^>]*>\s*(.*?)</textarea>', page, re.DOTALL))
    return {name: value for name, value in {**fields, **changed}.items() if value is not None}

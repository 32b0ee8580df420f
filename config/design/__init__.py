"""The design system on one page: every component, by the templates and style sheets of the pages."""

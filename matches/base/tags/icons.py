"""Line drawings of 24 by 24, by name: what stands beside a word, never in its place."""

from collections.abc import Mapping

ICONS: Mapping[str, str] = {
    "now": '<path d="M12 3v3M12 18v3M3 12h3M18 12h3"/><circle cx="12" cy="12" r="4.5"/>',
    "event": '<rect x="3.5" y="5" width="17" height="15.5" rx="2"/><path d="M3.5 10h17M8 3v4M16 3v4"/>',
    "club": '<path d="M4 20V9l8-5 8 5v11M9 20v-6h6v6"/>',
    "ladder": '<path d="M7 3v18M17 3v18M7 8h10M7 13h10M7 18h10"/>',
    "player": '<circle cx="12" cy="8" r="3.8"/><path d="M4.5 20.5c.6-4.3 3.5-6.5 7.5-6.5s6.9 2.2 7.5 6.5"/>',
    "league": (
        '<path d="M7 4h10v5a5 5 0 0 1-10 0zM7 5H4v2a3 3 0 0 0 3 3M17 5h3v2a3 3 0 0 1-3 3M12 14v4M8 20.5h8"/>'
    ),
    "dice": (
        '<rect x="4" y="4" width="16" height="16" rx="3"/><circle cx="9" cy="9" r="1"/>'
        '<circle cx="15" cy="15" r="1"/><circle cx="15" cy="9" r="1"/><circle cx="9" cy="15" r="1"/>'
    ),
    "search": '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m16 16 5 5"/>',
    "clock": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>',
    "warning": '<path d="M12 4 2.5 20h19zM12 10v4.5M12 17.3v.2"/>',
    "check": '<path d="m5 12.5 4.5 4.5L19.5 7"/>',
    "cross": '<path d="m6 6 12 12M18 6 6 18"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "next": '<path d="m9 5 7 7-7 7"/>',
    "undo": '<path d="M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3"/>',
    "table": '<path d="M3 9h18M5 9v10M19 9v10M3 5h18v4H3z"/>',
    "print": '<path d="M7 9V3.5h10V9M7 17H4V9h16v8h-3M7 14h10v6.5H7z"/>',
    "file": '<path d="M6 3h8l4 4v14H6zM14 3v4h4"/>',
    "mail": '<rect x="3" y="5.5" width="18" height="13" rx="2"/><path d="m4 7 8 6 8-6"/>',
    "place": (
        '<path d="M12 21s7-6.3 7-11.5a7 7 0 0 0-14 0C5 14.7 12 21 12 21z"/><circle cx="12" cy="9.5" r="2.5"/>'
    ),
    "money": (
        '<circle cx="12" cy="12" r="8.5"/>'
        '<path d="M14.8 8.8c-2.9-2-5.6-.4-5.6 1.2 0 3.3 6 1.2 6 4.3 0 2-3.4 2.9-6.2 1M12 6v12"/>'
    ),
    "lock": '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
}

"""Text for people: names that are safe to show, labels, a table in plain text, SVG charts."""

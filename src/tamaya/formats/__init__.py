"""Games as text: the own replay file, hanab.live's two formats, the notation people type."""

"""Games as files and text: Tamaya's replay file, hanab.live's two formats, the typed notation."""

"""HTTP and WebSocket: the app, its routes, identity, and what a connection may ask for."""

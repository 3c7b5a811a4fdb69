"""Everything an application may ask for by name: the handlers, one module an area."""

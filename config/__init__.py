"""How the house is put together: settings, addresses, the database that comes with it."""

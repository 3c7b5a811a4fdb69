"""The words that Underdraft says, one folder a language; :mod:`underdraft.text.strings` reads them."""

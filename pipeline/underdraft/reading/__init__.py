"""Questions to a model, asked in the background or on demand: one way for all of them.

``shapes``: how an answer is asked for · ``answer``: how it is read · ``client``: one question, with its retries, its
record, its budget and the answers that are kept. Whatever an answer says is a stranger's word: who asked verifies it.
"""

"""The other libraries, each used the way its own documentation does."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from _peer_work import INSTRUCTION, QUERY, RECALLED, TOKEN_BUDGET, Work, vector

SYSTEM = "# Rules\n{rules}\n# Preferences\n{preferences}"
LAST = "# Memories\n{memories}\n# Text\n{selection}\n{task}"


class LangChainLCEL:
    """LangChain: an LCEL chain of a retriever, trimmed messages and a chat prompt."""

    name = "LangChain"

    def __init__(self, work: Work, place: Path) -> None:
        from langchain_core.embeddings import Embeddings
        from langchain_core.messages import AIMessage, HumanMessage, trim_messages
        from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
        from langchain_core.runnables import RunnableLambda, RunnablePassthrough
        from langchain_core.vectorstores import InMemoryVectorStore

        class Known(Embeddings):
            def embed_documents(self, texts: list[str]) -> list[list[float]]:
                return [list(vector(text)) for text in texts]

            def embed_query(self, text: str) -> list[float]:
                return list(vector(text))

        store = InMemoryVectorStore(Known())
        store.add_texts(list(work.notes))
        retriever = store.as_retriever(search_kwargs={"k": RECALLED})
        kinds = {"user": HumanMessage, "assistant": AIMessage}
        self.turns = [kinds[role](text) for role, text in work.turns]
        prompt = ChatPromptTemplate.from_messages(
            [("system", SYSTEM), MessagesPlaceholder("turns"), ("human", LAST)]
        )
        trimmer = trim_messages(max_tokens=TOKEN_BUDGET, strategy="last", token_counter="approximate")  # noqa: S106
        self.chain: Any = (
            RunnablePassthrough.assign(
                memories=RunnableLambda(lambda given: given["query"])
                | retriever
                | RunnableLambda(lambda found: "\n".join(d.page_content for d in found)),
                turns=RunnableLambda(lambda given: given["turns"]) | trimmer,
            )
            | prompt
        )
        self.given = {
            "query": QUERY,
            "turns": self.turns,
            "rules": work.rules,
            "preferences": "\n".join(work.preferences),
            "task": INSTRUCTION,
        }
        self.work = work

    def assemble(self) -> str:
        """Invoke the chain."""
        given = {**self.given, "selection": self.work.selection}
        return "\n".join(str(m.content) for m in self.chain.invoke(given).to_messages())

    def close(self) -> None:
        """Nothing to give back."""


class LlamaIndexChat:
    """LlamaIndex: a vector index's retriever, a memory buffer and a chat prompt."""

    name = "LlamaIndex"

    def __init__(self, work: Work, place: Path) -> None:
        from llama_index.core import ChatPromptTemplate, VectorStoreIndex
        from llama_index.core.base.llms.types import ChatMessage
        from llama_index.core.embeddings import MockEmbedding
        from llama_index.core.memory import ChatMemoryBuffer
        from llama_index.core.schema import TextNode

        class Known(MockEmbedding):
            def _get_query_embedding(self, query: str) -> list[float]:
                return list(vector(query))

            async def _aget_query_embedding(self, query: str) -> list[float]:
                return list(vector(query))

        nodes = [TextNode(text=note, embedding=list(vector(note))) for note in work.notes]
        index = VectorStoreIndex(nodes, embed_model=Known(embed_dim=len(vector(QUERY))))
        self.retriever = index.as_retriever(similarity_top_k=RECALLED)
        self.memory = ChatMemoryBuffer.from_defaults(
            token_limit=TOKEN_BUDGET,
            chat_history=[ChatMessage(role=role, content=text) for role, text in work.turns],
            tokenizer_fn=list,
        )
        self.head = ChatPromptTemplate.from_messages([("system", SYSTEM)])
        self.tail = ChatPromptTemplate.from_messages([("user", LAST)])
        self.work = work

    def assemble(self) -> str:
        """Retrieve, take the buffer, format."""
        found = self.retriever.retrieve(QUERY)
        messages = [
            *self.head.format_messages(rules=self.work.rules, preferences="\n".join(self.work.preferences)),
            *self.memory.get(),
            *self.tail.format_messages(
                memories="\n".join(node.get_content() for node in found),
                selection=self.work.selection,
                task=INSTRUCTION,
            ),
        ]
        return "\n".join(str(message.content) for message in messages)

    def close(self) -> None:
        """Nothing to give back."""


class HaystackPipeline:
    """Haystack: a pipeline of an embedding retriever and a chat prompt builder."""

    name = "Haystack"

    def __init__(self, work: Work, place: Path) -> None:
        os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "False")
        from haystack import Document, Pipeline
        from haystack.components.builders import ChatPromptBuilder
        from haystack.components.retrievers.in_memory import InMemoryEmbeddingRetriever
        from haystack.dataclasses import ChatMessage
        from haystack.document_stores.in_memory import InMemoryDocumentStore

        store = InMemoryDocumentStore(embedding_similarity_function="cosine")
        store.write_documents([Document(content=note, embedding=list(vector(note))) for note in work.notes])
        turns = [
            ChatMessage.from_user(text) if role == "user" else ChatMessage.from_assistant(text)
            for role, text in work.turns
        ]
        template = [
            ChatMessage.from_system("# Rules\n{{ rules }}\n# Preferences\n{{ preferences }}"),
            *turns,
            ChatMessage.from_user(
                "# Memories\n{% for d in documents %}{{ d.content }}\n{% endfor %}# Text\n{{ selection }}\n{{ task }}"
            ),
        ]
        self.pipeline = Pipeline()
        self.pipeline.add_component("retriever", InMemoryEmbeddingRetriever(store, top_k=RECALLED))
        self.pipeline.add_component(
            "builder",
            ChatPromptBuilder(
                template=template,
                required_variables=["documents", "rules", "preferences", "selection", "task"],
            ),
        )
        self.pipeline.connect("retriever.documents", "builder.documents")
        self.given = {
            "retriever": {"query_embedding": list(vector(QUERY))},
            "builder": {
                "rules": work.rules,
                "preferences": "\n".join(work.preferences),
                "task": INSTRUCTION,
            },
        }
        self.work = work

    def assemble(self) -> str:
        """Run the pipeline."""
        builder = {**self.given["builder"], "selection": self.work.selection}
        found = self.pipeline.run({**self.given, "builder": builder})
        return "\n".join(str(m.text) for m in found["builder"]["prompt"])

    def close(self) -> None:
        """Nothing to give back."""


class Mem0Search:
    """mem0's store of vectors searched as its ``Memory.search`` does, and the prompt joined by hand.

    ``Memory`` itself wants a model for every memory that is added; its vector store is what a search costs.
    """

    name = "mem0"

    def __init__(self, work: Work, place: Path) -> None:
        os.environ.setdefault("MEM0_TELEMETRY", "False")
        from mem0.vector_stores.qdrant import Qdrant

        self.work = work
        self.store = Qdrant(
            collection_name="notes",
            embedding_model_dims=len(vector(QUERY)),
            path=str(place / "qdrant"),
            on_disk=True,
        )
        self.store.insert(
            vectors=[list(vector(note)) for note in work.notes],
            payloads=[{"data": note, "user_id": "u"} for note in work.notes],
            ids=list(range(len(work.notes))),
        )

    def assemble(self) -> str:
        """Search, join."""
        hits = self.store.search(
            query=QUERY, vectors=list(vector(QUERY)), top_k=RECALLED, filters={"user_id": "u"}
        )
        memories = "\n".join(hit.payload["data"] for hit in hits)
        window = "\n".join(f"{role}: {text}" for role, text in self.work.turns)
        head = SYSTEM.format(rules=self.work.rules, preferences="\n".join(self.work.preferences))
        tail = LAST.format(memories=memories, selection=self.work.selection, task=INSTRUCTION)
        return f"{head}\n{window}\n{tail}"

    def close(self) -> None:
        """Close the client."""
        self.store.client.close()


class BanksTemplate:
    """banks: its prompt templates, with vectors compared by numpy, since it has no memory of its own."""

    name = "banks"

    def __init__(self, work: Work, place: Path) -> None:
        import numpy as np
        from banks import Prompt

        self.work = work
        self.table = np.array([vector(note) for note in work.notes], dtype="f4")
        self.query = np.array(vector(QUERY), dtype="f4")
        self.prompt = Prompt(
            '{% chat role="system" %}# Rules\n{{ rules }}\n# Preferences\n{{ preferences }}{% endchat %}\n'
            "{% for role, text in turns %}{{ role }}: {{ text }}\n{% endfor %}"
            '{% chat role="user" %}# Memories\n{{ memories }}\n# Text\n{{ selection }}\n{{ task }}{% endchat %}'
        )

    def assemble(self) -> str:
        """Search by numpy, render."""
        order = (-(self.table @ self.query)).argsort(kind="stable")[:RECALLED]
        return self.prompt.text(
            {
                "rules": self.work.rules,
                "preferences": "\n".join(self.work.preferences),
                "turns": self.work.turns,
                "memories": "\n".join(self.work.notes[i] for i in order),
                "selection": self.work.selection,
                "task": INSTRUCTION,
            }
        )

    def close(self) -> None:
        """Nothing to give back."""

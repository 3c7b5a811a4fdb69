"""A llama model of random weights, made on the spot: what an engine caches does not depend on their sense."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

WIDTH, LAYERS, HEADS, FEED, CONTEXT = 64, 2, 2, 128, 65_536
TEMPLATE = (
    "{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
)
SPECIAL = ("<unk>", "<s>", "</s>")
NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6
"""Kinds of tokens in the file's format."""
HAN = [chr(point) for point in range(0x4E00, 0xA000)]


def make_model(path: Path) -> None:
    """Write the model: a token for each Chinese character and each byte, so that every text has tokens."""
    from gguf import GGUFWriter

    writer = GGUFWriter(path, "llama")
    tokens = [*SPECIAL, *(f"<0x{byte:02X}>" for byte in range(256)), *HAN]
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FEED)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types([UNKNOWN, CONTROL, CONTROL, *[BYTE] * 256, *[NORMAL] * len(HAN)])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_add_bos_token(True)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(TEMPLATE)
    chance = np.random.default_rng(1)

    def weight(name: str, *shape: int) -> None:
        writer.add_tensor(name, chance.normal(0, 0.02, shape).astype(np.float32))

    def norm(name: str) -> None:
        writer.add_tensor(name, np.ones(WIDTH, np.float32))

    weight("token_embd.weight", len(tokens), WIDTH)
    weight("output.weight", len(tokens), WIDTH)
    norm("output_norm.weight")
    for layer in range(LAYERS):
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            weight(f"blk.{layer}.{part}.weight", WIDTH, WIDTH)
        weight(f"blk.{layer}.ffn_gate.weight", FEED, WIDTH)
        weight(f"blk.{layer}.ffn_up.weight", FEED, WIDTH)
        weight(f"blk.{layer}.ffn_down.weight", WIDTH, FEED)
        norm(f"blk.{layer}.attn_norm.weight")
        norm(f"blk.{layer}.ffn_norm.weight")
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()

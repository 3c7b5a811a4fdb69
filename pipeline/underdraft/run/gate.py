"""The one way to a model and to an embedder: only what the writer allowed, a caller named or a plugin brought passes."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import attrs

from underdraft.boundary.plugin_calls import guarded, name_of
from underdraft.errors import ModelError, UnderdraftError
from underdraft.project.config import FOLDER
from underdraft.project.settings import Settings, untrusted
from underdraft.prompt.template_set import TemplateSet, load_templates, template_files
from underdraft.run.proposals import skill_proposal
from underdraft.text.clean import sha256
from underdraft.types.model_call import STAND_IN, Embedder, Model

if TYPE_CHECKING:
    from underdraft.plugins import Plugins
    from underdraft.project.config import Config
    from underdraft.project.files import DiskFiles
    from underdraft.project.source_files import SourceFiles
    from underdraft.types.skill import Skill

_SET_ADDRESS = re.compile(r"(: |, or )set api_base under .*")
"""The advice to set what has been set, and is not used."""


@attrs.define(eq=False, kw_only=True)
class Gate:
    """The models, embedders and templates that one workspace may use; safe to share between threads."""

    settings: Settings
    plugins: Plugins
    files: DiskFiles | SourceFiles
    _named: set[str] = attrs.field(factory=set, init=False)

    @property
    def config(self) -> Config:
        """The settings that hold, with the project's id in the store."""
        return self.settings.config

    @config.setter
    def config(self, config: Config) -> None:
        """Take the settings with the id that the project was found to go by."""
        self.settings = attrs.evolve(self.settings, config=config)

    def name(self, model: str) -> str:
        """Let a model pass that a caller names."""
        self._named.add(model)
        return model

    def lets(self, model: str) -> bool:
        """Whether a model may be asked that somebody may have named long ago."""
        config = self.config
        return (
            self.settings.trusts_store or model in {STAND_IN, config.model, config.reader_model} | self._named
        )

    def model(self, name: str) -> Model:
        """Find the model of this name; if no plugin has it, or it is not allowed, raise ``ModelError``."""
        if not self.lets(name):
            raise ModelError(f"model: nobody who is trusted named it{self.because()}")
        try:
            found: Model | None = guarded(partial(self.plugins.manager.hook.underdraft_model, name=name))
        except UnderdraftError:
            raise
        except Exception as error:
            raise ModelError(f"a plugin failed while it looked for the model ({name_of(error)})") from error
        if found is None:
            raise ModelError("no plugin answers to this model's name")
        if not callable(getattr(found, "answer", None)):
            kind = type(found).__name__
            raise ModelError(
                f"the plugin that answers to this model's name gave no model: {kind} has no answer()"
            )
        return found

    def embedder(self, name: str) -> Embedder | None:
        """Find the embedder of this name, if a plugin has it; only the configured and the local one are allowed."""
        hook = self.plugins.manager.hook.underdraft_embedder
        found: Embedder | None = hook(name=name) if name in {self.config.embedder, "local"} else None
        return found

    def skill(self, skill: Skill) -> tuple[Skill, tuple[str, ...]]:
        """A skill, without the model that an untrusted folder's names, and the warning about it."""
        if skill.model is None:
            return skill, ()
        proposal = skill_proposal(skill.id, skill.model, skill.origin, self.settings)
        if proposal is not None:
            return attrs.evolve(skill, model=None), untrusted(proposal.key)
        self.name(skill.model)
        return skill, ()

    def templates(self) -> tuple[TemplateSet, tuple[str, ...]]:
        """The templates, without those of an untrusted folder, and the warning about it."""
        folders = [folder for _, folder in self.plugins.folders["underdraft_template_dirs"]]
        own = self.files.folder(f"{FOLDER}/templates")
        if not own.is_dir():
            return load_templates(self.config.locale, folders), ()
        texts, trust = dict(template_files(own, self.config.locale)), self.settings.trust
        allowed = {k: text for k, text in texts.items() if trust.whole or trust.allows(k, sha256(text))}
        unused = untrusted(*(key for key in texts if key not in allowed))
        return load_templates(self.config.locale, folders, own=allowed), unused

    def because(self) -> str:
        """Word the end of an error about a model: the settings for models in the folder that are not used."""
        keys = [p.key for p in self.settings.proposals if "model" in p.key]
        return "".join(f"; {warning.partition(': ')[2]}" for warning in untrusted(*keys))

    def explained(self, error: ModelError) -> ModelError:
        """The error, which names what the folder says and is not used, in the stead of advice to set it."""
        because = self.because()
        if not because:
            return error
        keys = [proposal.key for proposal in self.settings.proposals]
        message = _SET_ADDRESS.sub("", error.message)
        return ModelError(f"{message}{because}", details={**(error.details or {}), "untrusted": keys})

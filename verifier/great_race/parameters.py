"""The choices of The Great Race that commands offer."""

from verifier.game import Parameter

PARAMETERS: tuple[Parameter, ...] = ()

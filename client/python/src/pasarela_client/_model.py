"""What all models of answers have in common."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A part of an answer. Members that a later version adds are kept; error messages show no personal data."""

    model_config = ConfigDict(
        extra="allow",
        frozen=True,
        defer_build=True,
        hide_input_in_errors=True,
        populate_by_name=True,
        protected_namespaces=(),
    )

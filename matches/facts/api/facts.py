"""/matches/<id>/facts/, /players/<id>/facts/: everything that was recorded, in the order it was."""

from typing import Any

from django.db.models import Model
from rest_framework import generics, serializers

from matches.accounts.api.authentication import request_viewer
from matches.facts.kinds import fact_kinds, fact_subjects
from matches.facts.selectors import DescribedFact, FactList, fact_list

BY = ("player", "scorekeeper", "director", "official", "committee", "service")


class FactOutput(serializers.Serializer[DescribedFact]):
    serial = serializers.IntegerField(help_text="Orders facts of all kinds: the later has the greater.")
    id = serializers.IntegerField(
        source="fact.pk", help_text="The fact's own number, among those of its kind."
    )
    recorded_at = serializers.DateTimeField(source="fact.recorded_at")
    by = serializers.ChoiceField(
        source="recorded_as", choices=BY, help_text="As what its author recorded it."
    )
    actor = serializers.CharField(
        allow_null=True, help_text="Username of the author; for whoever may direct what the list is about."
    )
    request_id = serializers.CharField(
        allow_null=True,
        help_text="The request in which it was recorded, empty for work of the service; likewise.",
    )
    state = serializers.CharField(
        help_text="In the list of a match, the state that it has by this fact, where that is another."
    )
    reason = serializers.CharField(help_text="The reason given, if one was.")
    sentence = serializers.CharField(help_text="The fact in words, in the language that was asked for.")

    def get_fields(self) -> dict[str, Any]:
        """With the kinds that the rooms declare, and the numbers of what a fact is about."""
        serial, number, *others = super().get_fields().items()
        kind = serializers.ChoiceField(choices=sorted(fact_kinds()), source="kind.name")
        about = {
            subject.name: serializers.IntegerField(
                source=f"subject_rows.{subject.name}.pk",
                default=None,
                allow_null=True,
                help_text=subject.number_help or None,
            )
            for subject in fact_subjects().values()
            if subject.number_help is not None
        }
        return dict([serial, ("kind", kind), number, *about.items(), *others])


class FactsView(generics.ListAPIView[Any]):
    """Lists the facts about one row of a model; the first one first."""

    serializer_class = FactOutput
    subject: type[Model]
    orders = {"serial": ("serial",)}
    filter_backends = ()

    def get_queryset(self) -> FactList:  # type: ignore[override]
        subject = generics.get_object_or_404(self.subject, pk=self.kwargs["pk"])
        return fact_list(request_viewer(self.request), subject)

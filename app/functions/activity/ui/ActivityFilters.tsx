import { useNavigate } from "@remix-run/react";
import { Button, InlineStack, Select, TextField } from "@shopify/polaris";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import type { ActivityFilter } from "../filter";

interface ActivityFiltersProps {
  people: { id: string; name: string }[];
  kinds: { label: string; value: string }[];
  filter: ActivityFilter;
}

/** Filters the activity by person, kind of change and day. The choices are in the URL. */
export function ActivityFilters({ people, kinds, filter }: ActivityFiltersProps) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  const set = (name: string) => (value: string) => navigate(firstPage(search, { [name]: value }));
  const isNarrowed = Boolean(filter.person || filter.kind || filter.day);
  return (
    <InlineStack gap="200" blockAlign="center">
      <Select
        label="Person"
        labelHidden
        options={[
          { label: "Everyone", value: "" },
          ...people.map(({ id, name }) => ({ label: name, value: id })),
        ]}
        value={filter.person}
        onChange={set("person")}
      />
      <Select
        label="Kind of change"
        labelHidden
        options={[{ label: "All changes", value: "" }, ...kinds]}
        value={filter.kind}
        onChange={set("kind")}
      />
      <TextField
        label="Day"
        labelHidden
        type="date"
        autoComplete="off"
        value={filter.day}
        onChange={set("day")}
      />
      {isNarrowed && (
        <Button
          variant="tertiary"
          onClick={() => navigate(firstPage(search, { person: "", kind: "", day: "" }))}
        >
          Clear filters
        </Button>
      )}
    </InlineStack>
  );
}

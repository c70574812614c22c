import { useNavigate } from "@remix-run/react";
import { InlineStack, Select, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { formatUsDate } from "~/platform/dates/date-text";
import { firstPage } from "~/ui/list/address";
import { chosenFilter, type ListFilter } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { type ActivityFilter, isDay } from "../filter";

/** What the activity is narrowed to. */
export const activityFilters = ({ people, kinds, filter }: ActivityFiltersProps): ListFilter[] => [
  ...chosenFilter("Person", "person", filter.person, peopleOptions(people)),
  ...chosenFilter("Kind of change", "kind", filter.kind, kinds),
  ...chosenFilter("Day", "day", filter.day && formatUsDate(filter.day), []),
];

const peopleOptions = (people: ActivityFiltersProps["people"]) =>
  people.map(({ id, name }) => ({ label: name, value: id }));

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
  const [day, setDay] = useState(filter.day);
  // The back button changes the address from outside.
  useEffect(() => setDay(filter.day), [filter.day]);
  const changeDay = (value: string) => {
    setDay(value);
    // A browser reports years such as 0002 while one is being typed.
    if (value === "" || isDay(value)) set("day")(value);
  };
  // A day that isn't searched for must not look as if it were.
  const leaveDay = () => {
    if (day !== "" && !isDay(day)) setDay(filter.day);
  };
  return (
    <InlineStack gap="200" blockAlign="center">
      <Select
        label="Person"
        labelHidden
        options={[{ label: "Everyone", value: "" }, ...peopleOptions(people)]}
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
        value={day}
        onChange={changeDay}
        onBlur={leaveDay}
      />
    </InlineStack>
  );
}

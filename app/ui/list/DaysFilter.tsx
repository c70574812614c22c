import { useNavigate } from "@remix-run/react";
import { Button, Text, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { formatUsDate } from "~/platform/dates/date-text";
import { type FilterDays, problemOf } from "~/platform/dates/day-range";
import { utcIsoDate } from "~/platform/dates/iso-date";
import { firstPage } from "./address";
import styles from "./DaysFilter.module.css";
import { CLEARING } from "./SearchBox";
import type { ListFilter } from "./types";
import { usePendingSearch } from "./usePendingSearch";

/** The days that a list is narrowed to. */
export const dayFilters = ({ start, end }: FilterDays): ListFilter[] => [
  ...(start ? [{ label: "From", value: formatUsDate(start), without: { date_from: null } }] : []),
  ...(end ? [{ label: "To", value: formatUsDate(end), without: { date_to: null } }] : []),
];

/** The first and the last day (UTC) of a list. The address has those that were searched for. @param now the server's clock */
export function DaysFilter({ days, now }: { days: FilterDays; now: string }) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  const [{ start, end }, setDays] = useState(days);
  // The back button changes the address from outside.
  useEffect(() => setDays({ start: days.start, end: days.end }), [days.start, days.end]);
  const problem = problemOf({ start, end }, new Date(now));
  const dayField = (label: string, value: string, onChange: (day: string) => void) => (
    <TextField
      label={label}
      labelHidden
      prefix={label}
      type="date"
      max={utcIsoDate(new Date(now))}
      autoComplete="off"
      error={problem !== null}
      value={value}
      onChange={onChange}
    />
  );
  return (
    <>
      {/* A form, so that Enter in a date searches, too. */}
      <form
        className={styles.days}
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null) navigate(firstPage(search, { date_from: start, date_to: end }));
        }}
      >
        {dayField("Start date", start, (day) => setDays({ start: day, end }))}
        {dayField("End date", end, (day) => setDays({ start, end: day }))}
        <Button submit disabled={problem !== null}>
          Search Filter
        </Button>
        <Button
          onClick={() => {
            setDays({ start: "", end: "" });
            navigate(firstPage(search, { date_from: "", date_to: "", q: "" }), { state: CLEARING });
          }}
        >
          Clear Filter
        </Button>
      </form>
      {problem && (
        <Text as="span" tone="critical">
          <span role="alert">{problem}</span>
        </Text>
      )}
    </>
  );
}

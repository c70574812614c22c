import { useNavigate } from "@remix-run/react";
import { BlockStack, Box, InlineGrid, TextField } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { AMOUNT_FILTER_NAMES } from "~/domain/ledger/amount-filters";
import { formatUsDate, parseUsDate } from "~/platform/dates/us-date";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import type { RangesLimits } from "../contract";
import { ANY_DAY, datesProblemOf, type FilterFields, utcDay } from "../filter-address";
import { AmountRange } from "./AmountRange";

/** The list reloads this long after the last change. */
const RELOAD_AFTER_MS = 1_000;

const NAMES = [
  { field: "customerName", label: "Customer name" },
  { field: "customerEmail", label: "Customer email" },
  { field: "createdByName", label: "Created by name" },
  { field: "createdByEmail", label: "Created by email" },
] as const;

/** The fields of Advanced Search. */
export default function AdvancedSearch({ filter, limits }: { filter: FilterFields; limits: RangesLimits }) {
  const { fields, change } = useFilterFields(filter);
  // The page shows the problem.
  const hasProblem = datesProblemOf(fields) !== null;
  const dayField = (field: "startDate" | "endDate", label: string) => (
    <TextField
      label={label}
      type="date"
      autoComplete="off"
      error={hasProblem}
      value={parseUsDate(fields[field]) ?? ""}
      onChange={(day) => change({ [field]: day && formatUsDate(day) })}
    />
  );
  return (
    <section aria-label="Advanced Search">
      <Box paddingBlockStart="300">
        <BlockStack gap="400">
          <InlineGrid gap="300" columns={{ xs: 1, sm: 2, md: 3, lg: 6 }}>
            {dayField("startDate", "Start date")}
            {dayField("endDate", "End date")}
            {NAMES.map(({ field, label }) => (
              <TextField
                key={field}
                label={label}
                autoComplete="off"
                maxLength={255}
                value={fields[field]}
                onChange={(text) => change({ [field]: text })}
              />
            ))}
          </InlineGrid>
          <InlineGrid gap="400" columns={{ xs: 1, sm: 2, md: 3, lg: 5 }}>
            {AMOUNT_FILTER_NAMES.map((name) => (
              <AmountRange
                key={name}
                name={name}
                limit={limits[name]}
                value={fields[name]}
                onChange={(range) => change({ [name]: range })}
              />
            ))}
          </InlineGrid>
        </BlockStack>
      </Box>
    </section>
  );
}

/** A date field has the value "0002-03-01" while the year 2026 is being typed. */
const isBeingTyped = ({ startDate, endDate }: FilterFields): boolean =>
  [startDate, endDate].some((day) => day !== "" && utcDay(day) === null);

/** The fields' values, which the address follows. */
function useFilterFields(filter: FilterFields) {
  const [fields, setFields] = useState(filter);
  const navigate = useNavigate();
  const search = usePendingSearch();
  const address = useRef(search);
  address.current = search;
  const appliedFilter = useRef(JSON.stringify(filter));
  const shown = JSON.stringify(filter);
  useEffect(() => {
    // The back button, and "All dates", change the address from outside.
    if (shown === appliedFilter.current) return;
    appliedFilter.current = shown;
    setFields(JSON.parse(shown) as FilterFields);
  }, [shown]);
  useEffect(() => {
    const wanted = JSON.stringify(fields);
    if (wanted === appliedFilter.current || isBeingTyped(fields)) return;
    const timer = setTimeout(() => {
      appliedFilter.current = wanted;
      const { startDate, endDate, ...others } = fields;
      const days = { startDate: startDate || ANY_DAY, endDate: endDate || ANY_DAY };
      navigate(firstPage(address.current, { ...others, ...days }), { replace: true });
    }, RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fields, navigate]);
  return { fields, change: (changes: Partial<FilterFields>) => setFields({ ...fields, ...changes }) };
}

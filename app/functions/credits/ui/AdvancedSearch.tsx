import { BlockStack, Box, InlineGrid, TextField } from "@shopify/polaris";
import { AMOUNT_FILTER_NAMES } from "~/domain/ledger/amount-filters";
import { formatUsDate, parseUsDate } from "~/platform/dates/us-date";
import { useFilterFields } from "~/ui/list/useFilterFields";
import { ANY_DAY, datesProblemOf, type FilterFields, utcDay } from "../filter-address";
import type { RangesLimits } from "../schemas";
import { AmountRange } from "./AmountRange";

const NAMES = [
  { field: "customerName", label: "Customer name" },
  { field: "customerEmail", label: "Customer email" },
  { field: "createdByName", label: "Created by name" },
  { field: "createdByEmail", label: "Created by email" },
] as const;

/** The fields of Advanced Search. */
export default function AdvancedSearch({ filter, limits }: { filter: FilterFields; limits: RangesLimits }) {
  const { fields, setFields } = useFilterFields(filter, {
    textOf: JSON.stringify,
    isBeingTyped,
    parametersOf,
  });
  const change = (changes: Partial<FilterFields>) => setFields({ ...fields, ...changes });
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

const isBeingTyped = ({ startDate, endDate }: FilterFields): boolean =>
  [startDate, endDate].some((day) => day !== "" && utcDay(day) === null);

const parametersOf = ({ startDate, endDate, ...others }: FilterFields) => ({
  ...others,
  startDate: startDate || ANY_DAY,
  endDate: endDate || ANY_DAY,
});

import { BlockStack, Checkbox, InlineGrid, RangeSlider, Text, TextField } from "@shopify/polaris";
import { AMOUNT_FILTER_NAMES, type AmountFilter } from "~/domain/ledger/amount-filters";
import { formatUsDate, parseUsDate } from "~/platform/dates/date-text";
import { NO_CENTS } from "~/platform/money/cents";
import { parseAmountOrZero } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import { useFrame } from "~/ui/frame";
import { FilterPanel } from "~/ui/list/FilterPanel";
import { useFilterFields } from "~/ui/list/useFilterFields";
import {
  ANY_DAY,
  datesProblemOf,
  type FilterFields,
  NAME_LABELS,
  RANGE_LABELS,
  rangeOf,
  utcDay,
} from "../filter-address";
import type { RangesLimits } from "../schemas";

const NAMES = Object.entries(NAME_LABELS) as [keyof typeof NAME_LABELS, string][];

interface AdvancedSearchProps {
  filter: FilterFields;
  limits: RangesLimits;
  onClose(): void;
}

/** The fields of Advanced Search. */
export default function AdvancedSearch({ filter, limits, onClose }: AdvancedSearchProps) {
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
    <FilterPanel title="Advanced Search" onClose={onClose}>
      <BlockStack gap="400">
        <InlineGrid gap="300" columns={{ xs: 1, sm: 2, md: 3, lg: 6 }}>
          {dayField("startDate", "Start date")}
          {dayField("endDate", "End date")}
          {NAMES.map(([field, label]) => (
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
    </FilterPanel>
  );
}

const isBeingTyped = ({ startDate, endDate }: FilterFields): boolean =>
  [startDate, endDate].some((day) => day !== "" && utcDay(day) === null);

const parametersOf = ({ startDate, endDate, ...others }: FilterFields) => ({
  ...others,
  startDate: startDate || ANY_DAY,
  endDate: endDate || ANY_DAY,
});

/** In the shop's currency. */
const STEP = 5;

interface AmountRangeProps {
  name: AmountFilter;
  /** The largest amount that the ledger has of this kind, in the shop's currency. */
  limit: number;
  /** `"0,25"`, or empty while it is off. */
  value: string;
  onChange(value: string): void;
}

/** A range of amounts with a checkbox that enables it. Clearing the checkbox resets the range to zero. */
export function AmountRange({ name, limit, value, onChange }: AmountRangeProps) {
  const { currency } = useFrame().shop;
  const range = rangeOf(value);
  const most = Math.max(STEP, Math.ceil(limit / STEP) * STEP);
  const [least, highest] = range ?? [0, 0];
  const label = RANGE_LABELS[name];
  const money = (amount: number) => formatMoney(parseAmountOrZero(amount, currency) ?? NO_CENTS, currency);
  return (
    <div>
      <Checkbox label={label} checked={range !== null} onChange={(on) => onChange(on ? `0,${most}` : "")} />
      <RangeSlider
        label={`${label} amount`}
        labelHidden
        min={0}
        max={most}
        step={STEP}
        disabled={range === null}
        value={[Math.min(least, most), Math.min(highest, most)]}
        onChange={(chosen) => {
          // Polaris moves the thumbs of a slider apart when it appears. A disabled range must stay disabled.
          if (range) onChange([chosen].flat().join(","));
        }}
      />
      <Text as="p" variant="bodySm" tone="subdued">
        Min {money(least)} · Max {money(highest)}
      </Text>
    </div>
  );
}

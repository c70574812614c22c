import { Checkbox, RangeSlider, Text } from "@shopify/polaris";
import type { AmountFilter } from "~/domain/ledger/amount-filters";
import { NO_CENTS } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { parseAmountOrZero } from "~/platform/money/parse-amount";
import { useFrame } from "~/ui/frame";
import { RANGE_LABELS, rangeOf } from "../filter-address";

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

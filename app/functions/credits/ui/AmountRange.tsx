import { Checkbox, RangeSlider, Text } from "@shopify/polaris";
import type { AmountFilter } from "~/domain/ledger/transaction-filter";
import { formatMoney } from "~/platform/money";
import { useFrame } from "~/ui/frame";
import { RANGE_LABELS, rangeOf } from "../filter-address";

/** Section 9 of the third specification text (dollars). */
const STEP = 5;

interface AmountRangeProps {
  name: AmountFilter;
  /** The largest amount that the ledger has of this kind, in dollars. */
  limit: number;
  /** `"0,25"`, or empty while it is off. */
  value: string;
  onChange(value: string): void;
}

/** A range of amounts with its enabling checkbox; unchecking it resets the range to zero (section 5). */
export function AmountRange({ name, limit, value, onChange }: AmountRangeProps) {
  const { currency } = useFrame().shop;
  const range = rangeOf(value);
  const most = Math.max(STEP, Math.ceil(limit / STEP) * STEP);
  const [least, highest] = range ?? [0, 0];
  const label = RANGE_LABELS[name];
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
          // Polaris moves the thumbs of a slider apart when it appears; one that is off stays off.
          if (range) onChange([chosen].flat().join(","));
        }}
      />
      <Text as="p" variant="bodySm" tone="subdued">
        Min {formatMoney(least * 100, currency)} · Max {formatMoney(highest * 100, currency)}
      </Text>
    </div>
  );
}

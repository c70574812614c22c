import { Text } from "@shopify/polaris";
import { type Cents, negateCents } from "~/platform/money/cents";
import { formatSigned } from "~/platform/money/format-money";

interface PendingAmountProps {
  /** What pending credits will add and pending adjustments will take. */
  comingCents: Cents;
  heldCents: Cents;
  currency: string;
}

/** The pending amount of an account, such as "+$5.00 on its way". */
export function PendingAmount({ comingCents, heldCents, currency }: PendingAmountProps) {
  const moving = [comingCents, negateCents(heldCents)].filter((cents) => cents !== 0);
  if (moving.length === 0) return null;
  return (
    <Text as="p" variant="bodySm" tone="subdued">
      {moving.map((cents) => formatSigned(cents, currency)).join(", ")} on its way
    </Text>
  );
}

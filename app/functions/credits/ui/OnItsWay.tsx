import { Text } from "@shopify/polaris";
import { formatSigned } from "~/platform/money";

interface OnItsWayProps {
  /** What credits and adjustments that are on their way will add and take. */
  comingCents: number;
  heldCents: number;
  currency: string;
}

/** What is on its way to the store's account: "+$5.00 on its way"; nothing when nothing is. */
export function OnItsWay({ comingCents, heldCents, currency }: OnItsWayProps) {
  const moving = [comingCents, -heldCents].filter((cents) => cents !== 0);
  if (moving.length === 0) return null;
  return (
    <Text as="p" variant="bodySm" tone="subdued">
      {moving.map((cents) => formatSigned(cents, currency)).join(", ")} on its way
    </Text>
  );
}

import { Badge } from "@shopify/polaris";
import { plainDay } from "~/platform/written-day";
import { expiryOf } from "../../expiry/expiry";

interface ExpiryBadgeProps {
  /** The end date as the store has it. */
  end: string;
  /** The shop's calendar day, YYYY-MM-DD. */
  today: string;
}

/** Under a person's name: that their registration has ended, or is about to. */
export function ExpiryBadge({ end, today }: ExpiryBadgeProps) {
  const expiry = expiryOf(plainDay(end), today);
  if (!expiry) return null;
  return (
    <div>
      <Badge tone={expiry.hasPassed ? "critical" : "warning"}>{expiry.text}</Badge>
    </div>
  );
}

import { Badge } from "@shopify/polaris";
import { parseStoredDate } from "~/platform/dates/date-text";
import { expiryOf } from "../../expiry/expiry";

interface ExpiryBadgeProps {
  /** The end date as Shopify has it. */
  end: string;
  /** The shop's calendar day, YYYY-MM-DD. */
  today: string;
}

/** A badge for a registration that has ended or ends soon. */
export function ExpiryBadge({ end, today }: ExpiryBadgeProps) {
  const expiry = expiryOf(parseStoredDate(end), today);
  if (!expiry) return null;
  return (
    <>
      {" "}
      <Badge tone={expiry.hasPassed ? "critical" : "warning"}>{expiry.text}</Badge>
    </>
  );
}

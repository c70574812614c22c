import { useNavigate } from "@remix-run/react";
import { Badge, Select } from "@shopify/polaris";
import { parseStoredDate } from "~/platform/dates/date-text";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { ENDING_NAMES, type Ending, expiryOf } from "../../expiry/expiry";

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

const OPTIONS: { label: string; value: Ending | "" }[] = [
  { label: "Any end date", value: "" },
  { label: ENDING_NAMES.soon, value: "soon" },
  { label: ENDING_NAMES.expired, value: "expired" },
];

/** Filters a list of registrations by their end. The choice is in the URL. */
export function EndingFilter({ ending }: { ending: Ending | undefined }) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  return (
    <Select
      label="End date"
      labelHidden
      options={OPTIONS}
      value={ending ?? ""}
      onChange={(value) => navigate(firstPage(search, { ends: value }))}
    />
  );
}

import { StorefrontPage } from "~/ui/storefront/StorefrontPage";

interface StatusPageProps {
  promotion: string;
  number: number;
  status: string;
  /** Why it was denied, or is on hold. */
  reason: string | null;
  submittedAt: string;
  orderName: string | null;
  trackingNumber: string | null;
}

/** The status of a submission, for the customer. */
export function StatusPage({
  promotion,
  number,
  status,
  reason,
  submittedAt,
  orderName,
  trackingNumber,
}: StatusPageProps) {
  const rows = [
    ["Submission", String(number)],
    ["Submitted", submittedAt],
    ["Status", status],
    ["Reason", reason],
    ["Order", orderName],
    ["Tracking number", trackingNumber],
  ].filter(([, value]) => value !== null);
  return (
    <StorefrontPage title={promotion}>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </StorefrontPage>
  );
}

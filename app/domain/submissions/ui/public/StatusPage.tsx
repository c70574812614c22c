import { StorefrontFile } from "~/ui/storefront/StorefrontFile";
import { StorefrontPage } from "~/ui/storefront/StorefrontPage";

import { receiptKind } from "../../receipt-kind";

interface StatusPageProps {
  promotion: string;
  number: number;
  status: string;
  /** Why it was denied, or is on hold. */
  reason: string | null;
  submittedAt: string;
  orderName: string | null;
  trackingNumber: string | null;
  /** Set when the receipt can't be read: why, and why another one wasn't taken. */
  receipt: { problem: string; error?: string } | null;
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
  receipt,
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
      {receipt && (
        <form method="post" encType="multipart/form-data">
          <p className="backroom-error">We can't read your receipt. {receipt.problem}</p>
          <StorefrontFile
            name="receipt"
            label={`Receipt (JPG, PNG or PDF, up to ${receiptKind.maxMegabytes} MB)`}
            types={receiptKind.types}
            maxMegabytes={receiptKind.maxMegabytes}
            error={receipt.error}
          />
          <button type="submit">Upload again</button>
        </form>
      )}
    </StorefrontPage>
  );
}

import { Badge, type BadgeProps, Link } from "@shopify/polaris";
import { HIGH_RISK, type SubmissionStatus } from "~/domain/submissions/statuses";
import { formatInstant } from "~/platform/dates/instant";
import type { Cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { EmailText } from "~/ui/EmailText";
import { useFrame } from "~/ui/frame";
import { TwoLines } from "~/ui/TwoLines";
import type { QueueRow } from "../list.server";
import styles from "./cells.module.css";

const TONES: Partial<Record<SubmissionStatus, BadgeProps["tone"]>> = {
  Unassigned: "attention",
  Assigned: "info",
  "In Review": "info",
  Denied: "critical",
  Approved: "success",
  "Order Created": "success",
  Shipped: "success",
  Delivered: "success",
};

/** The status of a submission, with what isn't one: that it is on hold, or that its customer has answered. */
export const StatusBadge = ({
  status,
  holdReason,
  isAnswered,
}: {
  status: SubmissionStatus;
  holdReason?: string | null;
  isAnswered?: boolean;
}) =>
  isAnswered ? (
    <span className={styles.badge} title="The customer has answered the reviewer's message">
      <Badge tone="attention">{`${status}, answered`}</Badge>
    </span>
  ) : holdReason ? (
    <span className={styles.badge} title={holdReason}>
      <Badge tone="warning">{`${status}, on hold`}</Badge>
    </span>
  ) : (
    <span className={styles.badge}>
      <Badge tone={TONES[status]}>{status}</Badge>
    </span>
  );

/** An instant in a list of submissions, in UTC: `11/22 6:05 pm`. The year is in its title. */
export function SubmissionMoment({ at }: { at: string | null }) {
  if (!at) return null;
  const { date, time, dateTime } = formatInstant(new Date(at), "UTC");
  return (
    <time dateTime={at} title={`${dateTime} (UTC)`}>
      {`${date.slice(0, 5)} ${time.toLowerCase()}`}
    </time>
  );
}

/** Whether another submission has the same address or receipt id. */
export const UsedBadge = ({ isUsed }: { isUsed: boolean }) =>
  isUsed ? <Badge tone="warning">Yes</Badge> : "No";

type Entered = Pick<QueueRow, "promotion" | "amountCents" | "ageRange" | "riskScore" | "risks">;

/** What a customer entered and the promotion, in all lists of submissions. */
export const ENTERED_CELLS = {
  promotion: ({ promotion }: Entered) => <TwoLines text={promotion} />,
  amount: ({ amountCents }: Entered) => <Amount cents={amountCents} />,
  ageRange: ({ ageRange }: Entered) => ageRange,
  riskScore: ({ riskScore, risks }: Entered) => (
    <span title={risks.join(", ")}>
      {riskScore >= HIGH_RISK ? <Badge tone="critical">{String(riskScore)}</Badge> : riskScore}
    </span>
  ),
};

/** An amount in the shop's currency. */
function Amount({ cents }: { cents: Cents | null }) {
  const { shop } = useFrame();
  return cents === null ? null : formatMoney(cents, shop.currency);
}

interface OpenLinkProps {
  label: string;
  onOpen(): void;
}

/** The first cell of a row, which opens it. */
export function OpenLink({ label, onOpen }: OpenLinkProps) {
  return (
    <div className={styles.link}>
      <Link removeUnderline accessibilityLabel={label} onClick={onOpen}>
        <EmailText email={label} />
      </Link>
    </div>
  );
}

import { Badge, type BadgeProps } from "@shopify/polaris";
import type { SubmissionStatus } from "~/domain/submissions/statuses";
import styles from "./StatusBadge.module.css";

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

/** The status of a submission. A reason for its hold is shown instead, because a hold isn't a status. */
export const StatusBadge = ({
  status,
  holdReason,
}: {
  status: SubmissionStatus;
  holdReason?: string | null;
}) =>
  holdReason ? (
    <span className={styles.badge} title={holdReason}>
      <Badge tone="warning">{`${status}, on hold`}</Badge>
    </span>
  ) : (
    <span className={styles.badge}>
      <Badge tone={TONES[status]}>{status}</Badge>
    </span>
  );

import { Badge, type BadgeProps, Link } from "@shopify/polaris";
import { Moment, SecondsMoment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import type { InvitationRow } from "../list.server";
import { type InvitationState, STATE_NAMES } from "../states";
import styles from "./InvitationStateText.module.css";

const TONES: Record<InvitationState, BadgeProps["tone"]> = {
  queued: undefined,
  sent: "info",
  delivered: "success",
  bounced: "critical",
  declined: undefined,
  accepted: "success",
  expired: "warning",
  revoked: undefined,
  waiting: "attention",
  canceled: undefined,
};

type InvitationStateTextProps = Pick<InvitationRow, "displayName" | "state" | "stateAt" | "problem"> &
  Partial<Pick<InvitationRow, "mailId" | "mails">> & {
    /** As the other times of its row. */
    withSeconds?: boolean;
  };

/** An invitation's state with its date. A bounced one, and one that Shopify refused, also show the reason, a bounced one with its email. */
export function InvitationStateText(row: InvitationStateTextProps) {
  const { state, stateAt, problem, mailId, mails = 1 } = row;
  return (
    <div className={styles.state}>
      <span className={styles.line}>
        <Badge tone={TONES[state]}>{STATE_NAMES[state]}</Badge>
        {row.withSeconds ? <SecondsMoment at={stateAt} /> : <Moment at={stateAt} time />}
      </span>
      {(problem || mails > 1) && (
        <span className={styles.more}>
          {problem && (
            <span className={styles.problem} title={problem}>
              {problem}
            </span>
          )}
          {problem && state === "bounced" && mailId && (
            <Link url={`/mail/${mailId}`} accessibilityLabel={`Open the email to ${row.displayName}`}>
              Open the email
            </Link>
          )}
          {!problem && `${mails} emails`}
        </span>
      )}
    </div>
  );
}

/** Keeps the invitation states of a page up to date with their emails. */
export const useInvitationStates = (): void => useListRefresh("mail");

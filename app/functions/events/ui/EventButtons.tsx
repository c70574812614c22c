import { Button } from "@shopify/polaris";
import type { EventRow } from "../contract";
import styles from "./EventButtons.module.css";

/** What can be asked of a row. */
export type EventAction = "edit" | "delete" | "removeUsers" | "report" | "restore";

interface EventButtonsProps {
  event: EventRow;
  /** Where the event's invitees are shown. */
  invitesUrl: string;
  onAction(action: EventAction, event: EventRow): void;
}

/** The id of the button that opens an event's invitees. */
export const inviteesOpenerId = (eventId: string): string => `invitees-of-${eventId}`;

/** The buttons of a row (section 2.1 of the second specification text), and Check-in; a deleted event has one, to bring it back. */
export function EventButtons({ event, invitesUrl, onAction }: EventButtonsProps) {
  const button = (label: string, action: EventAction, critical = false) => (
    <Button
      size="slim"
      variant="tertiary"
      tone={critical ? "critical" : undefined}
      accessibilityLabel={`${label}: ${event.name}`}
      onClick={() => onAction(action, event)}
    >
      {label}
    </Button>
  );
  if (event.isDeleted) return button("Restore", "restore");
  return (
    <div className={styles.buttons}>
      <Button
        id={inviteesOpenerId(event.id)}
        size="slim"
        accessibilityLabel={`View Invite: ${event.name}`}
        url={invitesUrl}
      >
        View Invite
      </Button>
      {button("Edit", "edit")}
      {button("Reports", "report")}
      <Button
        size="slim"
        variant="tertiary"
        accessibilityLabel={`Check-in: ${event.name}`}
        url={`/events/${event.id}/check-in`}
      >
        Check-in
      </Button>
      {button("Remove Users", "removeUsers", true)}
      {button("Delete", "delete", true)}
    </div>
  );
}

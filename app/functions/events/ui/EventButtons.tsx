import { Button } from "@shopify/polaris";
import { RowActions } from "~/ui/list/RowActions";
import type { EventRow } from "../contract";

/** The actions of a row. */
export type EventAction = "edit" | "delete" | "removeUsers" | "report" | "restore";

interface EventButtonsProps {
  event: EventRow;
  /** Where the event's invitees are shown. */
  invitesUrl: string;
  /** Another action is on its way. */
  busy: boolean;
  onAction(action: EventAction, event: EventRow): void;
}

/** The id of the button that opens an event's invitees. */
export const inviteesOpenerId = (eventId: string): string => `invitees-of-${eventId}`;

/** The actions of an event's row; a deleted event can only be restored. */
export function EventButtons({ event, invitesUrl, busy, onAction }: EventButtonsProps) {
  const act = (label: string, action: EventAction, destructive = false) => ({
    label,
    accessibilityLabel: `${label}: ${event.name}`,
    destructive,
    onAction: () => onAction(action, event),
  });
  const button = (
    { label, accessibilityLabel, onAction: onClick }: ReturnType<typeof act>,
    disabled = false,
  ) => (
    <Button size="slim" disabled={disabled} accessibilityLabel={accessibilityLabel} onClick={onClick}>
      {label}
    </Button>
  );
  if (event.isDeleted) return button(act("Restore", "restore"), busy);
  return (
    <RowActions
      rowName={event.name}
      menu={[
        act("Reports", "report"),
        {
          label: "Check-in",
          accessibilityLabel: `Check-in: ${event.name}`,
          url: `/events/${event.id}/check-in`,
        },
        act("Remove Users", "removeUsers", true),
        act("Delete", "delete", true),
      ]}
    >
      <Button
        id={inviteesOpenerId(event.id)}
        size="slim"
        accessibilityLabel={`View Invite: ${event.name}`}
        url={invitesUrl}
      >
        View Invite
      </Button>
      {button(act("Edit", "edit"))}
    </RowActions>
  );
}

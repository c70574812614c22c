import { defineStates } from "~/platform/states";
import type { InvitationState } from "./states";

const OPENED = "The person opened the link.";
const REGISTERED = "The person registered.";
const EXPIRED = "Its last link has expired.";
const DELETED = "An administrator deleted it, or its import is undone.";
const SENT_AGAIN = "A new email is queued.";
const REFUSED = "The mail server refused its email, or the address bounced before.";

/** What becomes of an invitation. The trigger `invitation_follows_mail` sets the states that follow from its email. */
export const invitationStates = defineStates<InvitationState>({
  table: "invitations",
  transitions: {
    queued: {
      sent: "The mail server accepted its email.",
      bounced: REFUSED,
      delivered: OPENED,
      accepted: REGISTERED,
      expired: EXPIRED,
      revoked: DELETED,
    },
    sent: {
      queued: SENT_AGAIN,
      bounced: REFUSED,
      delivered: OPENED,
      accepted: REGISTERED,
      expired: EXPIRED,
      revoked: DELETED,
    },
    delivered: {
      queued: SENT_AGAIN,
      bounced: REFUSED,
      accepted: REGISTERED,
      expired: EXPIRED,
      revoked: DELETED,
    },
    bounced: {
      queued: SENT_AGAIN,
      sent: "The mail server accepted its email.",
      delivered: OPENED,
      accepted: REGISTERED,
      expired: EXPIRED,
      revoked: DELETED,
    },
    accepted: { revoked: "An administrator deleted the registered invitation." },
    expired: {
      queued: "A new email is queued, or its group ends later.",
      sent: "Its group ends later.",
      delivered: "Its group ends later.",
      bounced: "Its group ends later, or a new email can't be sent.",
      accepted: "The person registered at the moment when it expired.",
      revoked: DELETED,
    },
    revoked: {
      queued: "The person is invited again, or the deletion is undone.",
      sent: "The deletion is undone.",
      delivered: "The deletion is undone.",
      bounced: "The deletion is undone, or a new email can't be sent.",
      expired: "The deletion is undone after its link has expired.",
      accepted: "The person registered at the moment when it was deleted.",
    },
  },
});

import { defineStates } from "~/platform/states";
import type { InvitationState } from "./states";

const OPENED = "The person opened the link.";
const REGISTERED = "The person registered.";
const EXPIRED = "Its last link has expired.";
const DELETED = "An administrator deleted it, or its import is undone.";
const WAITS = "Every place of the event is taken, and the person waits for one.";
const CANCELED = "The guest or an administrator cancels the registration.";
const DECLINED = "The person doesn't want to register.";
const SENT_AGAIN = "A new email is queued.";
const REFUSED = "The mail server refused its email, or the address bounced before.";

/** The states of an invitation. The trigger `invitation_follows_mail` sets the states that follow from its email. */
export const invitationStates = defineStates<InvitationState>({
  table: "invitations",
  transitions: {
    queued: {
      sent: "The mail server accepted its email.",
      bounced: REFUSED,
      delivered: OPENED,
      declined: DECLINED,
      accepted: REGISTERED,
      expired: EXPIRED,
      waiting: WAITS,
      revoked: DELETED,
    },
    sent: {
      queued: SENT_AGAIN,
      bounced: REFUSED,
      delivered: OPENED,
      declined: DECLINED,
      accepted: REGISTERED,
      expired: EXPIRED,
      waiting: WAITS,
      revoked: DELETED,
    },
    delivered: {
      queued: SENT_AGAIN,
      bounced: REFUSED,
      declined: DECLINED,
      accepted: REGISTERED,
      expired: EXPIRED,
      waiting: WAITS,
      revoked: DELETED,
    },
    bounced: {
      queued: SENT_AGAIN,
      sent: "The mail server accepted its email.",
      delivered: OPENED,
      declined: DECLINED,
      accepted: REGISTERED,
      expired: EXPIRED,
      waiting: WAITS,
      revoked: DELETED,
    },
    declined: {
      queued: SENT_AGAIN,
      bounced: REFUSED,
      delivered: "The guest gets a place, and the registration is saved.",
      accepted: REGISTERED,
      waiting: WAITS,
      revoked: DELETED,
    },
    accepted: {
      waiting: "An administrator moves the guest to the waiting list.",
      canceled: CANCELED,
      revoked: "An administrator deleted the registered invitation.",
    },
    waiting: {
      queued: SENT_AGAIN,
      bounced: REFUSED,
      delivered: "The guest gets a place, and the registration is saved.",
      accepted: REGISTERED,
      canceled: "The guest or an administrator ends the wait.",
      revoked: DELETED,
    },
    canceled: {
      queued: SENT_AGAIN,
      bounced: REFUSED,
      delivered: "The guest gets a place, and the registration is saved.",
      accepted: REGISTERED,
      waiting: WAITS,
      revoked: DELETED,
    },
    expired: {
      queued: "A new email is queued, or its group ends later.",
      sent: "Its group ends later.",
      delivered: "Its group ends later.",
      bounced: "Its group ends later, or a new email can't be sent.",
      accepted: "The person registered at the moment when it expired.",
      waiting: WAITS,
      revoked: DELETED,
    },
    revoked: {
      queued: "The person is invited again, or the deletion is undone.",
      sent: "The deletion is undone.",
      delivered: "The deletion is undone.",
      bounced: "The deletion is undone, or a new email can't be sent.",
      declined: "The deletion is undone.",
      expired: "The deletion is undone after its link has expired.",
      accepted: "The person registered at the moment when it was deleted.",
      waiting: "The deletion is undone.",
      canceled: "The deletion is undone.",
    },
  },
});

/**
 * An invitation's state: its email is queued, was accepted by the mail server, reached the person (who opened its link) or
 * bounced; or the person registered or declined, the link expired, or the invitation was revoked. A guest of an event can also wait for a place, or
 * have canceled.
 */
export const INVITATION_STATES = [
  "queued",
  "sent",
  "delivered",
  "bounced",
  "declined",
  "accepted",
  "expired",
  "revoked",
  "waiting",
  "canceled",
] as const;

export type InvitationState = (typeof INVITATION_STATES)[number];

/** The two tabs of every invitation list. A revoked invitation is on neither. */
export const INVITATION_TABS = ["invited", "registered"] as const;

export type InvitationTab = (typeof INVITATION_TABS)[number];

export const STATES_OF_TAB = {
  invited: ["queued", "sent", "delivered", "bounced", "declined", "expired"],
  registered: ["accepted"],
} as const satisfies Record<InvitationTab, readonly InvitationState[]>;

/** The invited people who haven't registered, whatever they answered. */
const UNREGISTERED = [...STATES_OF_TAB.invited, "waiting", "canceled"] as const;

/** What a list of invitations can be narrowed to. */
export const STATES_OF_PART = {
  ...STATES_OF_TAB,
  waiting: ["waiting"],
  canceled: ["canceled"],
  unregistered: UNREGISTERED,
  all: [...UNREGISTERED, ...STATES_OF_TAB.registered],
} as const satisfies Record<string, readonly InvitationState[]>;

export type InvitationPart = keyof typeof STATES_OF_PART;

/** The tabs' titles, for the page and the names of its reports. */
export const TAB_TITLES = { invited: "Invited", registered: "Registered" } as const satisfies Record<
  InvitationTab,
  string
>;

/** The states' labels. */
export const STATE_NAMES: Record<InvitationState, string> = {
  queued: "Queued",
  sent: "Sent",
  delivered: "Opened",
  bounced: "Bounced",
  declined: "Declined",
  accepted: "Registered",
  expired: "Expired",
  revoked: "Deleted",
  waiting: "Waiting list",
  canceled: "Canceled",
};

/**
 * The state of a reopened invitation, from what is known since its latest email: SQL over a row of `invitations`.
 * `sendInvitation` resets these facts; `openInvitation` and the trigger on `mails` record them.
 */
export const REOPENED_STATE = `CASE WHEN delivered_at IS NOT NULL THEN 'delivered' WHEN bounced_at IS NOT NULL THEN 'bounced'
  WHEN sent_at IS NOT NULL THEN 'sent' ELSE 'queued' END`;

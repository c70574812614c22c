/**
 * Where an invitation stands: its mail waits, was taken by the mail server, reached the person (they opened its link; nothing else
 * tells), or came to nothing; the person registered, let it run out, or it was taken back.
 */
export const INVITATION_STATES = [
  "queued",
  "sent",
  "delivered",
  "bounced",
  "accepted",
  "expired",
  "revoked",
] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** The two halves of every list of invitations. A revoked one is in neither. */
export const INVITATION_TABS = ["invited", "registered"] as const;
export type InvitationTab = (typeof INVITATION_TABS)[number];

export const STATES_OF_TAB = {
  invited: ["queued", "sent", "delivered", "bounced", "expired"],
  registered: ["accepted"],
} as const satisfies Record<InvitationTab, readonly InvitationState[]>;

/** How the tabs are called: in the page's title, and in the names of its reports. */
export const TAB_TITLES = { invited: "Invited", registered: "Registered" } as const satisfies Record<
  InvitationTab,
  string
>;

/** How a state is shown. */
export const STATE_NAMES: Record<InvitationState, string> = {
  queued: "Queued",
  sent: "Sent",
  delivered: "Opened",
  bounced: "Came back",
  accepted: "Registered",
  expired: "Expired",
  revoked: "Deleted",
};

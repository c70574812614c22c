/** The contract uses it too, and imports it from here, so that its schemas don't reach the browser. */
export const INVITEES_PER_PAGE = 10;

/** The tabs of an event's invitees. */
export const INVITE_TABS = ["all", "invited", "registered", "waiting", "canceled"] as const;

export type InviteTab = (typeof INVITE_TABS)[number];

export const INVITE_TAB_LABELS: Record<InviteTab, string> = {
  all: "All",
  invited: "Invited",
  registered: "Registered",
  waiting: "Waiting list",
  canceled: "Canceled",
};

/** A specified text. */
export const UPLOAD_FAILED = "Error while uploading file. Please try again later.";

/** How long what is wrong with an upload is shown. */
export const UPLOAD_SECONDS = 4;

/** The specified title of the dialog. */
export const inviteListTitle = (eventName: string): string => `${eventName} Invite List`;

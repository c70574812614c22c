import type { ListDeclaration } from "~/platform/list";

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

/** An event's invitees with their state, latest first. */
export const inviteesList = {
  kind: "list",
  name: "event-invitees",
  columns: [
    { key: "name", title: "Name", narrow: "title" },
    { key: "email", title: "Email", narrow: "plain" },
    { key: "store", title: "Store" },
    { key: "date", title: "Invited Date" },
    { key: "state", title: "State", narrow: "plain" },
  ],
  defaultSort: "date desc",
  search: { maxLength: 60, hint: "enter email address" },
  pageSize: INVITEES_PER_PAGE,
  density: "compact",
} as const satisfies ListDeclaration;

/** A specified text. */
export const UPLOAD_FAILED = "Error while uploading file. Please try again later.";

/** How long what is wrong with an upload is shown. */
export const UPLOAD_SECONDS = 4;

/** The specified title of the dialog. */
export const inviteListTitle = (eventName: string): string => `${eventName} Invite List`;

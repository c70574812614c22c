import type { ListDeclaration } from "~/platform/list";

/** Those who registered, those of them and of the others who came, and the others by their answer. */
export const CHECK_IN_TABS = ["registered", "came", "waiting", "canceled", "invited"] as const;
export type CheckInTab = (typeof CHECK_IN_TABS)[number];

export const CHECK_IN_TAB_LABELS: Record<CheckInTab, string> = {
  registered: "Registered",
  came: "Checked in",
  waiting: "Waiting list",
  canceled: "Canceled",
  invited: "Not registered",
};

export const CHECK_IN_PAGE = 25;

/** An event's check-in list, by name. */
export const checkInList = {
  kind: "list",
  name: "event-check-in",
  columns: [
    { key: "name", title: "Name", narrow: "title" },
    { key: "email", title: "Email", narrow: "plain" },
    { key: "checkedIn", title: "Checked in", narrow: "plain" },
  ],
  defaultSort: "name asc",
  search: { maxLength: 60, hint: "Name or email address", afterMs: 300 },
  pageSize: CHECK_IN_PAGE,
} as const satisfies ListDeclaration;

/** What a check-in is about, for its notice, when the page got no answer to its last request about this person. */
export const REPEATED = "repeated";

/** The parameter of the page's address that names the guest whose code was scanned. */
export const SCANNED = "guest";

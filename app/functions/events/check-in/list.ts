import type { ListDeclaration } from "~/platform/list";

/** Those who registered, those of them and of the others who came, and who was invited and did not register. */
export const CHECK_IN_TABS = ["registered", "came", "invited"] as const;
export type CheckInTab = (typeof CHECK_IN_TABS)[number];

export const CHECK_IN_TAB_LABELS: Record<CheckInTab, string> = {
  registered: "Registered",
  came: "Checked in",
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

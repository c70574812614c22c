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

/** The realtime list of an event's guests at its entrance. */
export const CHECK_IN_LIST = "event-check-in";

/** What a check-in is about, for its notice, when the page got no answer to its last request about this person. */
export const REPEATED = "repeated";

/** The parameter of the page's address that names the guest whose code was scanned. */
export const SCANNED = "guest";

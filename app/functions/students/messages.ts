import type { RegistrationStatus } from "~/domain/registrations/status";

/** The tabs' names; a Disabled registration is shown as Rejected (section 4 of the first specification text). */
export const TAB_NAMES: Record<RegistrationStatus, string> = {
  pending: "Pending",
  approved: "Approved",
  disabled: "Rejected",
};

/** What an empty tab says under "No Records Found". */
export const EMPTY_HINTS: Record<RegistrationStatus, string> = {
  pending: "New registrations appear here by themselves as soon as somebody registers in the store.",
  approved: "Students appear here once they are approved.",
  disabled: "Students whose registration was rejected appear here.",
};

/** What is said after a decision on one person. */
export const decidedText = (name: string, to: RegistrationStatus): string =>
  `${name} is ${to === "approved" ? "approved" : "rejected"}.`;

/** What is said after a decision was taken back. */
export const undoneText = (status: string): string => `Taken back: the registration is ${status} again.`;

/** What an empty list says while the app has just been installed. */
export const FIRST_READING =
  "The store's customers are being read for the first time. They appear here by themselves in a moment.";

/** What an empty list says when a search found nobody. */
export const NOBODY_MATCHES = "Nobody in this tab matches the search. Look in the other tabs, or clear it.";

import { type REGISTRATIONS, type RegistrationStatus, STATUS_NAMES, shownStatus } from "./status";

/** What is said after a decision on one person. */
export const decidedText = (name: string, to: RegistrationStatus): string =>
  `${name} is ${to === "approved" ? "approved" : "rejected"}.`;

/** What is said after a decision was taken back. @param tag the status tag that the person carries again */
export const undoneText = (tag: string): string =>
  `Taken back: the registration is ${shownStatus(tag)} again.`;

/** What is said when Shopify's answer to a decision was lost. @param problem what is known of it, a whole sentence */
export const unknownOutcomeText = (problem: string): string =>
  `${problem} Whether the decision was carried out is being looked up; the list will show it.`;

/** What is said to somebody whose decision took so long that another one came first. */
export const overtakenText = (name: string, status: RegistrationStatus | null): string =>
  `This decision took too long and was given up. ${name} is ${status ? STATUS_NAMES[status] : "without a status"} now.`;

type Noun = (typeof REGISTRATIONS)[keyof typeof REGISTRATIONS]["noun"];

/** What an empty tab says under "No Records Found". */
export function emptyHint(
  noun: Noun,
  tab: RegistrationStatus,
  search: string,
  mirrorRebuiltAt: string | null,
): string {
  if (!mirrorRebuiltAt) {
    return "The store's customers are being read for the first time. They appear here by themselves in a moment.";
  }
  if (search) return "Nobody in this tab matches the search. Look in the other tabs, or clear it.";
  const many = noun.many.charAt(0).toUpperCase() + noun.many.slice(1);
  return {
    pending: "New registrations appear here by themselves as soon as somebody registers in the store.",
    approved: `${many} appear here once they are approved.`,
    disabled: `${many} whose registration was rejected appear here.`,
  }[tab];
}

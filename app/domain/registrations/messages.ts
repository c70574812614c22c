import type { REGISTRATIONS, RegistrationStatus } from "./status";

/** The tabs' names; a Disabled registration is shown as Rejected (section 4 of the first specification text). */
export const TAB_NAMES: Record<RegistrationStatus, string> = {
  pending: "Pending",
  approved: "Approved",
  disabled: "Rejected",
};

/** What is said after a decision on one person. */
export const decidedText = (name: string, to: RegistrationStatus): string =>
  `${name} is ${to === "approved" ? "approved" : "rejected"}.`;

/** What is said after a decision was taken back. */
export const undoneText = (status: string): string => `Taken back: the registration is ${status} again.`;

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

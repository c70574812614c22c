import { plainDay, shownDay } from "~/platform/written-day";
import type { DecisionMails } from "./decision";
import {
  type REGISTRATIONS,
  type RegistrationStatus,
  type RegistrationTab,
  STATUS_NAMES,
  shownStatus,
} from "./status";

/** What is said after a decision on one person. */
export const decidedText = (name: string, to: RegistrationStatus, mails?: DecisionMails): string =>
  `${name} is ${to === "approved" ? "approved" : "rejected"}.${ownMailText(mails)}`;

/** What is said when a registration got another end. @param end YYYY-MM-DD; empty for none */
export const endText = (name: string, end: string): string => {
  const day = plainDay(end);
  return day ? `${name} is registered until ${shownDay(day)}.` : `${name} is registered without an end date.`;
};

/** What is said after a decision was taken back. @param tag the status tag that the person carries again */
export const undoneText = (tag: string, mails?: DecisionMails): string =>
  `Taken back: the registration is ${shownStatus(tag)} again.${earlierMailText(mails?.earlier)}`;

/** What is said after a person was asked for information. */
export const askedText = (name: string): string =>
  `${name} is asked by e-mail, and waits in “Needs information”.`;

/** What is said after somebody who was asked is back in Pending. */
export const withdrawnText = (name: string | undefined, mail: DecisionMails["earlier"]): string =>
  `${name ?? "The registration"} is back in Pending.${earlierMailText(mail)}`;

function ownMailText(mails?: DecisionMails): string {
  if (!mails?.own) return "";
  return mails.own === "queued"
    ? " An e-mail is on its way."
    : " There is no e-mail address that works, so no e-mail was sent.";
}

function earlierMailText(earlier: DecisionMails["earlier"] | undefined): string {
  if (!earlier) return "";
  return earlier === "cancelled"
    ? " The e-mail about it had not left yet and is cancelled."
    : " The e-mail about it has been sent already: write to the person if they should know.";
}

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
  tab: RegistrationTab,
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
    waiting: "Whoever is asked for information waits here. Ask with the button on a row of Pending.",
    approved: `${many} appear here once they are approved.`,
    disabled: `${many} whose registration was rejected appear here.`,
  }[tab];
}

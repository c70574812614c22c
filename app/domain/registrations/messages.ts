import { FIRST_READING } from "~/domain/customers/kinds";
import { formatUsDate, parseStoredDate } from "~/platform/dates/date-text";
import type { DecisionMails } from "./decision";
import {
  type REGISTRATIONS,
  type RegistrationStatus,
  type RegistrationTab,
  STATUS_NAMES,
  shownStatus,
} from "./status";

/** The notice after a decision on one customer. */
export const decidedText = (name: string, to: RegistrationStatus, mails?: DecisionMails): string =>
  `${name} is ${to === "approved" ? "approved" : "rejected"}.${ownMailText(mails)}`;

/** The notice after a change of a registration's end. @param end YYYY-MM-DD, or empty for none */
export const endText = (name: string, end: string): string => {
  const day = parseStoredDate(end);
  return day
    ? `${name} is registered until ${formatUsDate(day)}.`
    : `${name} is registered without an end date.`;
};

/** The notice after a decision was undone. @param tag the status tag that the customer has again */
export const undoneText = (tag: string, mails?: DecisionMails): string =>
  `Undone: the registration is ${shownStatus(tag)} again.${earlierMailText(mails?.earlier)}`;

/** The notice after a customer was asked for information. */
export const askedText = (name: string): string =>
  `${name} was asked by email and is in “Needs information”.`;

/** The notice after a question was withdrawn. */
export const pendingAgainText = (name: string | undefined, mail: DecisionMails["earlier"]): string =>
  `${name ?? "The registration"} is Pending again.${earlierMailText(mail)}`;

/** The text when the registration isn't Pending, because its status was changed in Shopify since the question. */
export const withdrawnText = (mail: DecisionMails["earlier"]): string =>
  `The question was withdrawn.${earlierMailText(mail)}`;

const OWN_MAIL_TEXTS: Record<NonNullable<DecisionMails["own"]>, string> = {
  queued: " An email is on its way.",
  "no address": " No email was sent because there is no valid address.",
  blocked:
    " No email was sent because an earlier one bounced. When the address works again, allow email to it on the Mail page.",
};

const ownMailText = (mails?: DecisionMails): string => (mails?.own ? OWN_MAIL_TEXTS[mails.own] : "");

/** The outcome of the email that an undo makes untrue. It begins with a space. */
export function earlierMailText(earlier: DecisionMails["earlier"] | undefined): string {
  if (!earlier) return "";
  return earlier === "cancelled"
    ? " The email about it was canceled before it was sent."
    : " The email about it was already sent. Write to the customer if they should know.";
}

/** The error when Shopify's answer to a decision was lost. @param problem the cause, as a sentence */
export const unknownOutcomeText = (problem: string): string =>
  `${problem} Backroom is checking whether the decision was applied. The list will show the result.`;

/** The error for a decision that lost its lease to another one. */
export const overtakenText = (name: string, status: RegistrationStatus | null): string =>
  `This decision took too long and was canceled. ${name} is ${status ? STATUS_NAMES[status] : "without a status"} now.`;

/** The error for a repeated decision that was done before, when the customer was decided on again since. */
export const replacedText = (name: string, status: RegistrationStatus | null): string =>
  `This decision was already made, and then undone or replaced. ${name} is ${status ? STATUS_NAMES[status] : "without a status"} now. Decide again if that isn't right.`;

/** The error for a decision or a question on a registration that isn't at the expected status. @param by who decided on it since */
export const otherStatusText = (
  name: string,
  {
    status,
    expected,
    by,
  }: { status: RegistrationStatus | null; expected: RegistrationStatus; by: string | null },
): string =>
  `${name} is now ${status ? STATUS_NAMES[status] : "without a status"}, not ${STATUS_NAMES[expected]}.${by ? ` ${by} decided on this registration.` : ""} The list has been updated.`;

type Noun = (typeof REGISTRATIONS)[keyof typeof REGISTRATIONS]["noun"];

/** What an empty tab says under "No Records Found". */
export function emptyHint(
  noun: Noun,
  tab: RegistrationTab,
  search: string,
  mirrorRebuiltAt: string | null,
): string {
  if (!mirrorRebuiltAt) return FIRST_READING;
  if (search) return "No results in this tab. Look in the other tabs, or clear the search.";
  const many = noun.many.charAt(0).toUpperCase() + noun.many.slice(1);
  return {
    pending: "New registrations appear here as soon as customers register in the store.",
    waiting:
      "Customers who were asked for information appear here. To ask, use the button on a row of Pending.",
    approved: `${many} appear here once they are approved.`,
    disabled: `${many} whose registration was rejected appear here.`,
  }[tab];
}

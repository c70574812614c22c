import { formatDistance } from "date-fns";
import type { InvitationState } from "./states";

/** Field errors. */
export const FIRST_NAME_NOT_VALID = "First Name not valid.";
export const LAST_NAME_NOT_VALID = "Last Name not valid.";
export const EMAIL_NOT_VALID = "Email not valid.";
export const TAGS_NOT_VALID = "Tags not valid.";
/** A tag that grants something can't be entered by hand, such as an audience's, an event's or the MTD tag. */
export const tagReserved = (tag: string): string =>
  `${TAGS_NOT_VALID} “${tag}” is set by a decision, an invitation or a field. Remove it.`;
export const USER_TYPE_NOT_VALID = "User Type not valid.";
/** The cooldown between two emails to the same person (minutes). */
export const COOLDOWN_MINUTES = 10;

/** The refusal during the cooldown. */
export const inCooldown = (email: string, last: Date, until: Date, now: Date): string =>
  `${email} was invited ${formatDistance(last, now)} ago. Wait ${formatDistance(until, now)} before the next invitation.`;

export const alreadyRegistered = (email: string): string =>
  `${email} has already registered and can't be invited again.`;

export const onWaitingList = (email: string): string =>
  `${email} is on the waiting list and can't be invited again.`;

/** Staff can still invite one person again. */
export const declinedBefore = (email: string): string =>
  `${email} has declined this invitation. To invite this person anyway, resend the invitation alone.`;

export const GONE = "This invitation was deleted. Invite the person again.";
export const OPERATION_ID_CONFLICT =
  "This operation id was used for an invitation with other names or tags. Reload the page and try again.";
export const STALE_VERSION =
  "Someone changed this invitation while you were editing. Your changes weren't saved. Review the current values, and try again.";

export const MTD_NOT_ALLOWED_HERE =
  "MTD Users is turned off for this shop. The account owner can turn it on under Settings.";
export const ADDRESS_NOT_INVITED = "This address wasn't invited. Invite the person first.";
export const EMAIL_NOT_EDITABLE =
  "An invitation's email address can't be changed. Delete the invitation and invite the new address.";
export const INVITATION_NOT_FOUND = "This invitation doesn't exist.";
export const ADDRESS_REPEATED = "An earlier row has the same address.";
export const INVITATION_REPEATED = "An earlier row is the same invitation.";

/** The banner, shown for 5 seconds before the selection is cleared. */
export const REINVITE_STARTED = "Background reinvite process is started...";
export const BANNER_MS = 5_000;
/** The note of the modal Upload Excel. */
export const UPLOAD_NOTE = '*Please upload an Excel File with column header as "Email"';
export const NO_EMAIL_COLUMN =
  "The file has no column with the header “Email”. Add one and choose the file again.";
export const NO_EMAILS =
  "The column “Email” is empty. Enter an email address in each row and choose the file again.";
/** Errors of a bulk invite's spreadsheet. */
export const NO_ROWS = "No rows found in Excel file";
export const NO_EMAIL_HEADER = 'Excel should have "email" header. Check the sample file.';
/** The maximum number of people per sheet and per call. */
export const MAX_INVITEES = 10_000;
export const tooManyInvited = `At most ${MAX_INVITEES.toLocaleString("en-US")} people can be invited in one request. Split the file.`;
export const REINVITE_IN_JOB =
  "The invitations are resent at the mail server's pace, each with its own outcome.";
export const REINVITE_STARTED_LINK = "Open in Jobs";

export const invitationSent = (name: string): string => `${name} is invited. The email is on its way.`;
export const invitedAgain = (name: string): string => `${name} is invited again. The email is on its way.`;
/** The warning about an invitation whose email isn't sent. @param why a sentence */
export const invitedUnsent = (name: string, why: string): string =>
  `${name} is invited, but no email was sent. ${why}`;
/** The warning about a resend that sent no email. @param why a sentence */
export const notInvitedAgain = (name: string, why: string): string =>
  `The invitation to ${name} wasn't sent again. ${why}`;
export const namesSaved = (name: string): string => `${name} is saved.`;
export const deleted = (name: string): string =>
  `The invitation of ${name} is deleted. Its links no longer work.`;
export const restored = (name: string, state: InvitationState): string =>
  state === "expired"
    ? `The invitation of ${name} is restored. Its links have expired, so resend it.`
    : `The invitation of ${name} is restored, and its links work again.`;

/** The maximum number of sentences in a notice. */
const MAX_SENTENCES = 5;

/** Names the people left out of a bulk reinvite. @param sentences one for each */
export function leftOut(sentences: readonly string[]): string {
  const more = sentences.length - MAX_SENTENCES;
  const shown = sentences.slice(0, MAX_SENTENCES).join(" ");
  const people = sentences.length === 1 ? "1 person was" : `${sentences.length} people were`;
  return `${people} not reinvited. ${shown}${more > 0 ? ` And ${more} more.` : ""}`;
}

/** The hint of an empty list. */
export function emptyInvitationsHint(noun: string, tab: "invited" | "registered", narrowed: boolean): string {
  if (narrowed) return `No ${noun} match. Clear the search, or choose all states.`;
  if (tab === "registered") return "People appear here when they register with the link in their email.";
  return "Invite the first one with “Invite User”, or import a spreadsheet.";
}

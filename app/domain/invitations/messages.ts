import { formatDistance } from "date-fns";

/** The specification's texts (section 8 of the first text). */
export const FIRST_NAME_NOT_VALID = "First Name not valid.";
export const LAST_NAME_NOT_VALID = "Last Name not valid.";
export const EMAIL_NOT_VALID = "Email not valid.";
export const TAGS_NOT_VALID = "Tags not valid.";
/** A tag that grants something, such as those that an audience, an event or the box "MTD Users" gives, is not written by hand. */
export const tagReserved = (tag: string): string =>
  `${TAGS_NOT_VALID} “${tag}” is given by a decision or an invitation, or is a field of the record. Take it out.`;
/** Section 5 of the third text. */
export const USER_TYPE_NOT_VALID = "User Type not valid.";
/** How long after a mail the same person is not mailed again (minutes). */
export const COOLDOWN_MINUTES = 10;

/** The same person was asked to be invited twice within a short time. */
export const inCooldown = (email: string, last: Date, until: Date, now: Date): string =>
  `${email} was invited ${formatDistance(last, now)} ago. Wait ${formatDistance(until, now)} before the next invitation.`;

export const alreadyRegistered = (email: string): string =>
  `${email} has registered already, so there is nothing to invite them to.`;

export const GONE = "This invitation was deleted. Invite the person again.";
export const ID_OF_ANOTHER =
  "This operation id was used for an invitation with other names or tags. Reload the page and try again.";
export const CHANGED_MEANWHILE =
  "Somebody changed this invitation meanwhile. Nothing of yours was saved; open it again.";

export const MTD_NOT_ALLOWED_HERE =
  "MTD Users is not switched on for this shop. The account owner can switch it on under Settings.";
export const NOBODY_INVITED_THERE = "Nobody was invited at this address. Invite the person first.";
export const EMAIL_STAYS =
  "The address of an invitation cannot be changed. Delete the invitation, and invite the new address.";
export const NO_SUCH_INVITATION = "There is no such invitation.";
export const ADDRESS_REPEATED = "An earlier row has the same address.";
export const INVITATION_REPEATED = "An earlier row is the same invitation.";

/** The banner of section 2.6; shown for 5 seconds, then the selection is cleared (section 4). */
export const REINVITE_STARTED = "Background reinvite process is started...";
export const BANNER_MS = 5_000;
/** The note of the modal Upload Excel (section 2.6). */
export const UPLOAD_NOTE = '*Please upload an Excel File with column header as "Email"';
export const NO_EMAIL_COLUMN =
  "The file has no column with the header “Email”. Name one so, and choose the file again.";
export const NO_EMAILS =
  "The column “Email” is empty. Write an address into each row, and choose the file again.";
/** What is wrong with a bulk invite's spreadsheet (section 8 of the second text, section 5 of the third). */
export const NO_ROWS = "No rows found in Excel file";
export const NO_EMAIL_HEADER = 'Excel should have "email" header. Check the sample file.';
/** As many people as one sheet, and one call, may name. */
export const MOST_INVITED_AT_ONCE = 10_000;
export const tooManyInvited = `At most ${MOST_INVITED_AT_ONCE.toLocaleString("en-US")} people can be invited at once. Split the file.`;
export const REINVITE_IN_JOB =
  "They are invited once more at the mail server's pace, each with their own outcome.";
export const REINVITE_STARTED_LINK = "Open in the job centre";

export const onTheirWay = (name: string): string => `${name} is invited. The mail is on its way.`;
export const invitedAgain = (name: string): string => `${name} is invited once more. The mail is on its way.`;
export const namesSaved = (name: string): string => `${name} is saved.`;
export const deleted = (name: string): string =>
  `The invitation of ${name} is deleted. Its links no longer work.`;
export const broughtBack = (name: string): string =>
  `The invitation of ${name} is back, and its links work again.`;

/** As many sentences as a notice can hold. */
const SENTENCES_SHOWN = 5;

/** Who was left out when many were invited once more. @param sentences one for each */
export function leftOut(sentences: readonly string[]): string {
  const more = sentences.length - SENTENCES_SHOWN;
  const shown = sentences.slice(0, SENTENCES_SHOWN).join(" ");
  const people = sentences.length === 1 ? "1 person was" : `${sentences.length} people were`;
  return `${people} not invited once more. ${shown}${more > 0 ? ` And ${more} more.` : ""}`;
}

/** What an empty list says to do next. */
export function emptyInvitationsHint(noun: string, tab: "invited" | "registered", narrowed: boolean): string {
  if (narrowed) return `No ${noun} match. Clear the search, or choose all states.`;
  if (tab === "registered")
    return "Whoever opens the link in their mail and registers appears here by themselves.";
  return "Invite the first one with “Invite User”, or import a spreadsheet.";
}

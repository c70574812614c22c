import { formatDistance } from "date-fns";

/** The specification's texts (section 8 of the first text). */
export const FIRST_NAME_NOT_VALID = "First Name not valid.";
export const LAST_NAME_NOT_VALID = "Last Name not valid.";
export const EMAIL_NOT_VALID = "Email not valid.";
export const TAGS_NOT_VALID = "Tags not valid.";
/** How long after a mail the same person is not mailed again (minutes). */
export const COOLDOWN_MINUTES = 10;

/** The same person was asked to be invited twice within a short time. */
export const inCooldown = (email: string, last: Date, until: Date, now: Date): string =>
  `${email} was invited ${formatDistance(last, now)} ago. Wait ${formatDistance(until, now)} before the next invitation.`;

export const alreadyRegistered = (email: string): string =>
  `${email} has registered already, so there is nothing to invite them to.`;

export const GONE = "This invitation was deleted. Invite the person again.";
export const CHANGED_MEANWHILE =
  "Somebody changed this invitation meanwhile. Nothing of yours was saved; open it again.";

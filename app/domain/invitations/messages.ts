import { formatDistance } from "date-fns";

/** The specification's texts (section 8 of the first text). */
export const FIRST_NAME_NOT_VALID = "First Name not valid.";
export const LAST_NAME_NOT_VALID = "Last Name not valid.";
export const EMAIL_NOT_VALID = "Email not valid.";
export const TAGS_NOT_VALID = "Tags not valid.";
/** A tag that grants something must not come with an invitation. */
export const tagReserved = (tag: string): string =>
  `${TAGS_NOT_VALID} “${tag}” is given by a decision, or is a field of the record. Take it out.`;
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
export const CHANGED_MEANWHILE =
  "Somebody changed this invitation meanwhile. Nothing of yours was saved; open it again.";

export const MTD_NOT_ALLOWED_HERE =
  "MTD Users is not switched on for this shop. The account owner can switch it on under Settings.";
export const NOBODY_INVITED_THERE = "Nobody was invited at this address. Invite the person first.";
export const EMAIL_STAYS =
  "The address of an invitation cannot be changed. Delete the invitation, and invite the new address.";
export const ADDRESS_REPEATED = "An earlier row has the same address.";
/** More rows than one request works on by itself. */
export const tooManyAtOnce = (most: number): string =>
  `At most ${most} people can be invited in one request. Send them in several.`;

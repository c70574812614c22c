import { z } from "zod";
import { pageOf } from "~/platform/contract/page";
import { INVITATION_STATES } from "./states";

const instant = z.string();

/** Somebody invited as the lists show them; names of section 3 of the first specification text where it has them. */
export const invitationRow = z.object({
  id: z.string(),
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** What they get, or have got, beside the tags of their audience. */
  tags: z.array(z.string()),
  /** The invited date: an instant, ISO 8601. */
  createdAt: instant,
  state: z.enum(INVITATION_STATES),
  /** Since when that is so. */
  stateAt: instant,
  /** Why the mail came to nothing; null otherwise. */
  problem: z.string().nullable(),
  /** How many mails were asked for. */
  mails: z.number().int(),
  /** The latest mail, for its page. */
  mailId: z.string().nullable(),
  expiresAt: instant,
  /** The number of the customer that they became. */
  customerId: z.string().nullable(),
  isMtd: z.boolean(),
  /** An event's or a user type's id; else empty. */
  groupId: z.string(),
  version: z.number().int(),
});
export type InvitationRow = z.infer<typeof invitationRow>;

export const invitationPage = pageOf(invitationRow);
export type InvitationPage = z.infer<typeof invitationPage>;

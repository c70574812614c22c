import { z } from "zod";
import { pageOf } from "~/core/lists/keyset-page";
import { INVITATION_STATES } from "./states";

const instant = z.string();

/** An invitation as the lists show it. */
export const invitationRow = z.object({
  id: z.string(),
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Those of the audience, and their own. */
  tags: z.array(z.string()),
  /** The invited date: an instant, ISO 8601. */
  createdAt: instant,
  state: z.enum(INVITATION_STATES),
  /** Since when the state applies. */
  stateAt: instant,
  /** Why the email failed; null otherwise. */
  problem: z.string().nullable(),
  /** The number of requested emails. */
  mails: z.number().int(),
  /** The latest email, for its page. */
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

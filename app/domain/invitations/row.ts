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

const text = z.string();
const count = z.number().int();

/** A failed row, numbered as in a sheet: the first one is 2. */
const refusedRow = z.object({
  row: count,
  reasons: z.array(z.object({ field: text, sentence: text })),
});

/** What became of rows of people to be invited. */
export const invitedRows = z.object({
  /** How many people are invited now or by the jobs. */
  invited: count,
  changed: count,
  refused: z.array(refusedRow),
  /** The jobs that invite them, one per audience. */
  jobIds: z.array(text),
  /** Why no email was sent to a single person, such as a blocked address. Null otherwise: of several people, the job says it. */
  notSent: text.nullable(),
});
export type InvitedRows = z.infer<typeof invitedRows>;

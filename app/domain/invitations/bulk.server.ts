import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { fatesOfMails } from "~/domain/mail/fates.server";
import type { Administrator } from "~/platform/auth/permission";
import { anyOf } from "~/platform/db/any-of.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, Refusal } from "~/platform/errors";
import {
  type AskedFor,
  defineJob,
  type ItemContext,
  type ItemOutcome,
  startJob,
} from "~/platform/jobs/job.server";
import { AUDIENCE_IDS, AUDIENCES, type AudienceId, type InvitationScope } from "./audiences";
import type { Invitation } from "./invitation.server";
import { ALREADY_REGISTERED, IN_COOLDOWN, type Inviting, invite, reinvite } from "./invite.server";
import { type Invitee, inviteeEmail, inviteeNames } from "./person";
import { publishSoon } from "./publish.server";
import { invitations } from "./tables.server";

const audience = z.enum(AUDIENCE_IDS);

/** Somebody to be invited, as a job's item keeps them. */
const person = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  additionalTags: z.array(z.string()),
  isMtd: z.boolean().optional(),
});
const checkedPerson = person.extend({ ...inviteeNames.shape, email: inviteeEmail });

/** Invites many people, at the pace at which the mail server takes their mails: each is done once its mail was taken. */
export const inviteManyJob = defineJob({
  name: "invitations.invite",
  // Without the person once they have asked for their data to be erased.
  item: z.object({ scope: z.object({ audience, groupId: z.string() }), person: person.optional() }),
  concurrency: 4,
  run: ({ scope, person }, context) =>
    asked(context, (tx, inviting) => invite(tx, context.shop, scope, checked(person), inviting)),
  settle: (shop, mailIds) => fatesOfInvitations(shop, mailIds),
});

/** The same for people who were invited before: each gets a new link. */
export const reinviteManyJob = defineJob({
  name: "invitations.reinvite",
  item: z.object({ audience, id: z.string() }),
  concurrency: 4,
  run: (item, context) => asked(context, (tx, inviting) => reinvite(tx, context.shop, item, inviting)),
  settle: (shop, mailIds) => fatesOfMails(shop, mailIds, "Invited again: the mail server took the mail."),
});

/** Checked once more when their turn comes, whoever started the job. @throws 400 with the sentence for the first field that is wrong */
function checked(given: z.infer<typeof person> | undefined): Invitee {
  if (!given) throw badRequest("This person's data were erased, so nobody is invited.");
  const { data, error } = checkedPerson.safeParse(given);
  if (!data) throw badRequest(error.issues[0]?.message ?? "This person cannot be invited.");
  return data;
}

/** What became of the mails of people who were invited together: `settle` of such a job. */
export const fatesOfInvitations = (shop: string, mailIds: readonly string[]) =>
  fatesOfMails(shop, mailIds, "Invited: the mail server took the mail.");

/** Asks for one mail, under the item's operation id; who needs none is passed over. */
export async function asked(
  { shop, administrator: by, operationId, jobId }: ItemContext,
  work: (tx: ShopTransaction, inviting: Inviting) => Promise<Invitation>,
): Promise<AskedFor | ItemOutcome> {
  try {
    const { mailId, audience } = await withShop(shop, (tx) =>
      work(tx, { by, now: new Date(), operationId, jobId }),
    );
    publishSoon(shop, audience);
    if (!mailId) throw new Error("The invitation has no mail.");
    return { state: "asked", ref: mailId };
  } catch (error) {
    if (error instanceof Refusal && PASSED_OVER.includes(error.code))
      return { state: "skipped", message: error.message };
    throw error;
  }
}

const PASSED_OVER = [ALREADY_REGISTERED, IN_COOLDOWN];

/** Who asks for many invitations. */
interface Asking {
  by: Pick<Administrator, "id" | "name">;
  /** Made by the caller; the same again is the same job. */
  operationId: string;
}

/**
 * Starts the job that invites people, in the caller's transaction. Each gets an outcome of their own.
 * @returns the job's id
 * @throws 400 for nobody, 409 when the operation id was used for other people
 */
export function startBulkInvite(
  tx: ShopTransaction,
  shop: string,
  { scope, people, by, operationId }: Asking & { scope: InvitationScope; people: readonly Invitee[] },
): Promise<string> {
  if (people.length === 0) throw badRequest("There is nobody to invite.");
  return startJob(tx, shop, inviteManyJob, {
    title: `Invite ${counted(people.length, scope.audience)}`,
    permission: AUDIENCES[scope.audience].flag,
    startedBy: by,
    operationId,
    items: people.map((person) => ({ label: person.email, input: { scope, person } })),
  });
}

/**
 * Starts the job that invites people once more, in the caller's transaction. One that is gone meanwhile fails alone.
 * @param ids of invitations of this audience; another one's count as not there
 * @returns the job's id
 * @throws 400 for nobody, 409 when the operation id was used for other people
 */
export async function startBulkReinvite(
  tx: ShopTransaction,
  shop: string,
  { audience, ids, by, operationId }: Asking & { audience: AudienceId; ids: readonly string[] },
): Promise<string> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) throw badRequest("There is nobody to invite again.");
  const emails = await emailsOf(tx, shop, audience, wanted);
  return startJob(tx, shop, reinviteManyJob, {
    title: `Invite ${counted(wanted.length, audience)} again`,
    permission: AUDIENCES[audience].flag,
    startedBy: by,
    operationId,
    items: wanted.map((id) => ({ label: emails.get(id) ?? "Somebody who is gone", input: { audience, id } })),
  });
}

async function emailsOf(
  tx: ShopTransaction,
  shop: string,
  audience: AudienceId,
  ids: string[],
): Promise<Map<string, string>> {
  const { id, email } = invitations;
  const isOne = and(eq(invitations.shop, shop), eq(invitations.audience, audience), anyOf(id, ids));
  const found = await tx.select({ id, email }).from(invitations).where(isOne);
  return new Map(found.map((row) => [row.id, row.email]));
}

function counted(count: number, audience: AudienceId): string {
  const { one, many } = AUDIENCES[audience].noun;
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

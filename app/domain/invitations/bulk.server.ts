import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { readMailResults } from "~/core/mail/mail-results.server";
import type { Administrator } from "~/platform/auth/permission";
import { anyOf } from "~/platform/db/sql-fragments.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, Refusal } from "~/platform/errors";
import {
  defineJob,
  type ItemContext,
  type ItemOutcome,
  type PendingItem,
  startJob,
} from "~/platform/jobs/job.server";
import { pluralize } from "~/platform/text/pluralize";
import { AUDIENCE_IDS, AUDIENCES, type AudienceId, type InvitationScope } from "./audiences";
import { type Invitation, publishSoon } from "./invitation.server";
import { ALREADY_REGISTERED, DECLINED, IN_COOLDOWN, type Inviting, invite, reinvite } from "./invite.server";
import { COOLDOWN_MINUTES } from "./messages";
import { type Invitee, inviteeEmail, inviteeNames } from "./person";
import { invitations } from "./tables.server";

const audience = z.enum(AUDIENCE_IDS);

/** An invitee in a job's item. */
const person = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  additionalTags: z.array(z.string()),
  isMtd: z.boolean().optional(),
});
const checkedPerson = person.extend({ ...inviteeNames.shape, email: inviteeEmail });

/** Invites many people at the mail server's pace. An item is done when the mail server accepted its email. */
export const inviteManyJob = defineJob({
  name: "invitations.invite",
  // Erasure removes the person from the item.
  item: z.object({ scope: z.object({ audience, groupId: z.string() }), person: person.optional() }),
  concurrency: 4,
  run: ({ scope, person }, context) =>
    requestMail(context, (tx, inviting) => invite(tx, context.shop, scope, checked(person), inviting)),
  settle: (shop, mailIds) => readInvitationResults(shop, mailIds),
});

/** Reinvites people: each gets a new link. */
export const reinviteManyJob = defineJob({
  name: "invitations.reinvite",
  item: z.object({ audience, id: z.string() }),
  concurrency: 4,
  run: (item, context) => requestMail(context, (tx, inviting) => reinvite(tx, context.shop, item, inviting)),
  settle: (shop, mailIds) =>
    readMailResults(shop, mailIds, "Invited again: the mail server accepted the email."),
});

/** Validated again when the item runs. @throws 400 with the first invalid field's message */
function checked(given: z.infer<typeof person> | undefined): Invitee {
  if (!given) throw badRequest("This person's data was erased, so no invitation was sent.");
  const { data, error } = checkedPerson.safeParse(given);
  if (!data) throw badRequest(error.issues[0]?.message ?? "This person can't be invited.");
  return data;
}

/** The results of the emails, as the `settle` of such a job. */
export const readInvitationResults = (shop: string, mailIds: readonly string[]) =>
  readMailResults(shop, mailIds, "Invited: the mail server accepted the email.");

/** The word for a finished item: the mail server accepted its email. */
const SENT = "sent";

/** Requests one email under the item's operation id. An item that needs none is skipped. */
export async function requestMail(
  { shop, administrator: by, operationId, jobId }: ItemContext,
  work: (tx: ShopTransaction, inviting: Inviting) => Promise<Invitation>,
): Promise<PendingItem | ItemOutcome> {
  try {
    const { mailId, audience } = await withShop(shop, (tx) =>
      work(tx, { by, now: new Date(), operationId, jobId }),
    );
    publishSoon(shop, audience);
    if (!mailId) throw new Error("The invitation has no mail.");
    return { state: "pending", ref: mailId };
  } catch (error) {
    const reason = error instanceof Refusal ? SKIPPED[error.code] : undefined;
    if (error instanceof Refusal && reason) return { state: "skipped", message: error.message, reason };
    throw error;
  }
}

/** The reasons for which nothing is sent, by the refusal's code. */
const SKIPPED: Readonly<Record<string, string>> = {
  [ALREADY_REGISTERED]: "already registered",
  [DECLINED]: "declined",
  [IN_COOLDOWN]: `invited less than ${COOLDOWN_MINUTES} minutes ago`,
};

/** The request for many invitations. */
interface Asking {
  by: Pick<Administrator, "id" | "name">;
  /** Chosen by the caller; repeating it returns the same job. */
  operationId: string;
}

/**
 * Starts the job that invites people, in the caller's transaction. Each item has its own outcome.
 * @returns the job's id
 * @throws 400 for an empty list, 409 when the operation id was used for other people
 */
export function startBulkInvite(
  tx: ShopTransaction,
  shop: string,
  { scope, people, by, operationId }: Asking & { scope: InvitationScope; people: readonly Invitee[] },
): Promise<string> {
  if (people.length === 0) throw badRequest("There are no people to invite.");
  return startJob(tx, shop, inviteManyJob, {
    title: `Invite ${counted(people.length, scope.audience)}`,
    doneWord: SENT,
    permission: AUDIENCES[scope.audience].flag,
    startedBy: by,
    operationId,
    items: people.map((person) => ({ label: person.email, input: { scope, person } })),
  });
}

/**
 * Starts the job that reinvites people, in the caller's transaction. An invitation deleted in the meantime fails alone.
 * @param ids of this audience's invitations; other audiences' ids count as unknown
 * @returns the job's id
 * @throws 400 for an empty list, 409 when the operation id was used for other people
 */
export async function startBulkReinvite(
  tx: ShopTransaction,
  shop: string,
  { audience, ids, by, operationId }: Asking & { audience: AudienceId; ids: readonly string[] },
): Promise<string> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) throw badRequest("There are no people to reinvite.");
  const emails = await emailsOf(tx, shop, audience, uniqueIds);
  return startJob(tx, shop, reinviteManyJob, {
    title: `Invite ${counted(uniqueIds.length, audience)} again`,
    doneWord: SENT,
    permission: AUDIENCES[audience].flag,
    startedBy: by,
    operationId,
    items: uniqueIds.map((id) => ({
      label: emails.get(id) ?? "Deleted invitation",
      input: { audience, id },
    })),
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
  return pluralize(count, one, many);
}

import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { anyOf } from "~/platform/db/sql-fragments.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { ItemOutcome, ItemResults } from "~/platform/jobs/job.server";
import type { MailState } from "./mail-text";
import type { JobMail } from "./schemas";
import { mails } from "./tables.server";

/** The states of an email that isn't tried again by itself. */
const NOT_ARRIVED: readonly MailState[] = ["bounced", "failed"];

/** Why an email in a state didn't arrive. Null when it did, and while it is on its way. */
export const problemOf = ({ state, lastError }: { state: MailState; lastError: string | null }) =>
  NOT_ARRIVED.includes(state) ? (lastError ?? "It wasn't sent.") : null;

/** The emails with a job's result, in the order in which they were queued. */
export async function readMailsOfJob(tx: ShopTransaction, shop: string, jobId: string): Promise<JobMail[]> {
  const rows = await tx
    .select({ to: mails.toEmail, state: mails.state, lastError: mails.lastError })
    .from(mails)
    .where(and(eq(mails.shop, shop), eq(mails.jobId, jobId)))
    .orderBy(asc(mails.createdAt), asc(mails.key));
  return rows.map(({ to, ...mail }) => ({ to, state: mail.state, problem: problemOf(mail) }));
}

/** How many emails with a job's result didn't arrive, in a statement that has the job's shop and id. */
export const countUnsent = (shop: SQL, jobId: SQL): SQL =>
  sql`(SELECT count(*)::int FROM ${mails} AS mail WHERE mail.shop = ${shop} AND mail.job_id = ${jobId} AND mail.state IN ('bounced', 'failed'))`;

/** A job waits for this many attempts of a mail. Later attempts go on without it. */
const ATTEMPTS_WAITED_FOR = 3;

/**
 * The results of mails that items of a job requested: `settle` of such a job.
 * @param sent the message for one that the mail server accepted
 */
export async function readMailResults(
  shop: string,
  ids: readonly string[],
  sent: string,
): Promise<ItemResults> {
  const { id, state, attempts, lastError } = mails;
  const found = await withShop(shop, (tx) =>
    tx
      .select({ id, state, attempts, lastError })
      .from(mails)
      .where(and(eq(mails.shop, shop), anyOf(mails.id, ids))),
  );
  const results = new Map<string, ItemOutcome | "deferred">(ids.map((mail) => [mail, WITHDRAWN]));
  for (const mail of found) {
    const result = resultOf(mail, sent);
    if (result) results.set(mail.id, result);
    else results.delete(mail.id);
  }
  return results;
}

const WITHDRAWN: ItemOutcome = { state: "skipped", message: "Its email was withdrawn before it was sent." };

type MailProgress = Pick<typeof mails.$inferSelect, "state" | "attempts" | "lastError">;

function resultOf(
  { state, attempts, lastError }: MailProgress,
  sent: string,
): ItemOutcome | "deferred" | null {
  switch (state) {
    case "sent":
      return { state: "done", message: sent };
    case "bounced":
      return { state: "failed", message: `The email bounced: ${lastError}` };
    case "failed":
      return { state: "failed", message: lastError ?? "The email couldn't be delivered." };
    default:
      if (!lastError) return null;
      if (attempts < ATTEMPTS_WAITED_FOR) return "deferred";
      return {
        state: "failed",
        message: `The mail server hasn't accepted the email yet: ${lastError} It is retried automatically for two days.`,
      };
  }
}

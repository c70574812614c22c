import { randomUUID } from "node:crypto";
import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import { auditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { deleteRowsOf, erasure } from "~/core/erasure/erasure.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { keepReasons } from "~/domain/customers/hooks.server";
import type { Administrator, Flag } from "~/platform/auth/permission";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { anyOf } from "~/platform/db/sql-fragments.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, Refusal } from "~/platform/errors";
import { isUnfinished } from "~/platform/jobs/job.server";
import { ERASED, NOT_REACHED } from "./state";
import { syncAttempts } from "./tables.server";

/** An attempt as it is stored. */
export type SyncAttempt = typeof syncAttempts.$inferSelect;

/** Which attempt. */
interface Which {
  shop: string;
  id: string;
}

const one = ({ shop, id }: Which) => and(eq(syncAttempts.shop, shop), eq(syncAttempts.id, id));

/**
 * Stores attempts for the people who have no pending one. A pending attempt whose job has ended, because the process died in between,
 * is abandoned and replaced.
 * @returns the new attempts' ids by customer
 */
export async function openAttempts(
  tx: ShopTransaction,
  shop: string,
  customerIds: readonly number[],
  requestedBy: Pick<Administrator, "id" | "name">,
  at: Date,
): Promise<Map<number, string>> {
  // In one order, so that two requests for the same people don't deadlock.
  const ids = customerIds.toSorted((a, b) => a - b);
  await tx.$client.query(
    `UPDATE sync_attempts SET state = 'failed', message = $3, finished_at = now()
      WHERE shop = $1 AND customer_id = ANY($2) AND state = 'waiting' AND NOT EXISTS (
        SELECT 1 FROM jobs WHERE jobs.shop = $1 AND jobs.id = job_id AND ${isUnfinished("jobs")})`,
    [shop, ids, NOT_REACHED],
  );
  const opened = await tx
    .insert(syncAttempts)
    .values(
      ids.map((customerId) => ({
        shop,
        id: randomUUID(),
        customerId,
        state: "waiting" as const,
        requestedById: requestedBy.id,
        requestedByName: requestedBy.name,
        requestedAt: at,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: syncAttempts.id, customerId: syncAttempts.customerId });
  return new Map(opened.map(({ id, customerId }) => [customerId, id]));
}

/** Records which job runs the attempts. */
export async function assignJob(
  tx: ShopTransaction,
  shop: string,
  ids: readonly string[],
  jobId: string,
): Promise<void> {
  await tx
    .update(syncAttempts)
    .set({ jobId })
    .where(and(eq(syncAttempts.shop, shop), anyOf(syncAttempts.id, ids)));
}

/** The job of a person's pending attempt; undefined without one. */
export async function waitingJobOf(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ jobId: syncAttempts.jobId })
    .from(syncAttempts)
    .where(
      and(
        eq(syncAttempts.shop, shop),
        eq(syncAttempts.customerId, customerId),
        eq(syncAttempts.state, "waiting"),
      ),
    );
  return row?.jobId ?? undefined;
}

/**
 * Claims an attempt. A failed one whose job is retried becomes pending again.
 * @throws 409 when the person has another pending attempt
 */
export async function claimAttempt(which: Which): Promise<SyncAttempt | undefined> {
  return withShop(which.shop, async (tx) => {
    const [attempt] = await tx
      .update(syncAttempts)
      .set({
        state: sql`CASE WHEN ${syncAttempts.state} = 'failed' THEN 'waiting' ELSE ${syncAttempts.state} END`,
      })
      .where(one(which))
      .returning();
    return attempt;
  }).catch((error) => {
    if (isUniqueViolation(error)) throw conflict("Another sync of this person is on its way.");
    throw error;
  });
}

/** The person of an attempt was erased. Nothing about them may be stored or sent any longer. */
export class PersonErased extends Refusal {
  constructor() {
    super(409, "CONFLICT", ERASED);
  }
}

/**
 * Locks an attempt, so that an erasure of its person waits until the transaction ends.
 * @throws PersonErased when it is gone: only an erasure deletes attempts
 */
export async function lockAttempt(tx: ShopTransaction, which: Which): Promise<void> {
  const [attempt] = await tx
    .select({ id: syncAttempts.id })
    .from(syncAttempts)
    .where(one(which))
    .for("key share");
  if (!attempt) throw new PersonErased();
}

/**
 * The version with which a content is sent. The content that was sent last keeps its version, so that sending it again has
 * no second effect. Any other content gets the next version, also when it equals an earlier one.
 */
export async function versionFor({ shop, id }: Which, customerId: number, digest: string): Promise<number> {
  return withShop(shop, async (tx) => {
    const [last] = await tx
      .select({ version: syncAttempts.version, digest: syncAttempts.digest })
      .from(syncAttempts)
      .where(
        and(
          eq(syncAttempts.shop, shop),
          eq(syncAttempts.customerId, customerId),
          isNotNull(syncAttempts.version),
        ),
      )
      .orderBy(desc(syncAttempts.version))
      .limit(1);
    const lastVersion = last?.version ?? 0;
    const version = last?.digest === digest ? lastVersion : lastVersion + 1;
    await tx.update(syncAttempts).set({ version, digest }).where(one({ shop, id }));
    return version;
  });
}

/** The outcome of an attempt that Agora took over. */
interface Synced {
  customerId: number;
  agoraId: string;
  version: number;
  by: Pick<Administrator, "id" | "name">;
  jobId: string;
  /** The function that the person belongs to. */
  flag: Flag;
}

/**
 * Writes down that Agora has the person: the attempt and the audit entry, in one transaction. Nothing is written about a person who
 * was erased since.
 */
export async function completeAttempt({ shop, id }: Which, synced: Synced): Promise<void> {
  const { customerId, agoraId, version, by, jobId, flag } = synced;
  await withShop(shop, async (tx) => {
    const { rowCount } = await tx
      .update(syncAttempts)
      .set({ state: "synced", agoraId, message: null, finishedAt: sql`now()` })
      .where(one({ shop, id }));
    if (rowCount === 0) return;
    await recordAudit(tx, shop, customerSynced, {
      actor: by,
      subject: { type: customerSubject, id: String(customerId) },
      before: null,
      after: { Agora: agoraId, version },
      jobId,
      flag,
    });
  });
}

/** Records why an attempt failed. */
export async function failAttempt({ shop, id }: Which, message: string): Promise<void> {
  await withShop(shop, (tx) =>
    tx
      .update(syncAttempts)
      .set({ state: "failed", message, finishedAt: sql`now()` })
      .where(and(one({ shop, id }), eq(syncAttempts.state, "waiting"))),
  );
}

/** Ends what a job did not get to. @returns whose attempts those were */
export async function failRestOf(shop: string, jobId: string): Promise<number[]> {
  const rest = await withShop(shop, (tx) =>
    tx
      .update(syncAttempts)
      .set({ state: "failed", message: NOT_REACHED, finishedAt: sql`now()` })
      .where(
        and(eq(syncAttempts.shop, shop), eq(syncAttempts.jobId, jobId), eq(syncAttempts.state, "waiting")),
      )
      .returning({ customerId: syncAttempts.customerId }),
  );
  return rest.map(({ customerId }) => customerId);
}

export const customerSynced = auditAction<null, { Agora: string; version: number }>(
  "customer.synced",
  "Synced a person to Agora",
  // The id and version are for support: they say nothing to people.
  { describe: () => [] },
);

/** Before the rules' candidates: a push locks its attempt, and then queues the customer for the rules. */
export const eraseSyncAttempts = erasure("Agora sync attempts", {
  stage: 29,
  erase: (client, person) => deleteRowsOf(client, person, ["sync_attempts"]),
});

/** An import that is undone keeps customers that Agora has. */
export const syncKeepReason = keepReasons.handler(async (tx, shop, customerId) => {
  const attempts = await tx.$count(
    syncAttempts,
    and(
      eq(syncAttempts.shop, shop),
      eq(syncAttempts.customerId, customerId),
      ne(syncAttempts.state, "failed"),
    ),
  );
  return attempts > 0 ? "they were synced to Agora" : null;
});

import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { recordAudit } from "~/domain/audit/record.server";
import { mirrorTags } from "~/domain/customers/mirror.server";
import { noteStale } from "~/domain/customers/refresh.server";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import type { Decision, DecisionTools } from "./decision";
import { REGISTRATIONS, type Registration, STATUS_TAGS } from "./status";
import { registrationDecisions } from "./tables.server";

/** A decision as it is kept. */
export type DecisionRow = typeof registrationDecisions.$inferSelect;

/** A started decision that nobody finished within this time was left by a process that died (milliseconds). */
const ABANDONED_AFTER_MS = 60_000;

/** What is known of a decision, and of others on the same person, before the store is asked. */
export interface KnownBefore {
  /** The decision that was made under this operation id, in whatever state. */
  earlier: DecisionRow | undefined;
  /** How many decisions on the person were done. */
  doneOnPerson: number;
}

/** Looks up what is known before a decision; `openDecision` sees by it whether somebody overtook us. */
export async function lookBefore(shop: string, decision: Decision): Promise<KnownBefore> {
  return withShop(shop, async (tx) => {
    const [earlier] = await tx
      .select()
      .from(registrationDecisions)
      .where(
        and(
          eq(registrationDecisions.shop, shop),
          eq(registrationDecisions.operationId, decision.operationId),
        ),
      );
    return { earlier, doneOnPerson: await countDone(tx, shop, decision.customerId) };
  });
}

function countDone(tx: ShopTransaction, shop: string, customerId: number): Promise<number> {
  const { customerId: person, state } = registrationDecisions;
  return tx.$count(
    registrationDecisions,
    and(eq(registrationDecisions.shop, shop), eq(person, customerId), eq(state, "done")),
  );
}

/**
 * Writes the intention down. The unique index on open decisions is the lock on the person.
 * @returns the decision's id
 * @throws 409 while somebody else's decision on the person is open, or when one was done since we looked: the tags that we
 * read may be from before it
 */
export async function openDecision(
  tools: DecisionTools,
  decision: Decision,
  registration: Registration,
  { earlier, doneOnPerson }: KnownBefore,
): Promise<string> {
  const { shop, actor, clock } = tools;
  const now = clock.now();
  return withShop(shop, async (tx) => {
    await releaseAbandoned(tx, shop, decision, new Date(now.getTime() - ABANDONED_AFTER_MS));
    if (earlier) {
      await tx
        .update(registrationDecisions)
        .set({ state: "started", startedAt: now })
        .where(and(eq(registrationDecisions.shop, shop), eq(registrationDecisions.id, earlier.id)))
        .catch(refuseWhenLocked);
      return earlier.id;
    }
    const id = randomUUID();
    const inserted = await tx
      .insert(registrationDecisions)
      .values({
        shop,
        id,
        customerId: decision.customerId,
        registration,
        fromStatus: decision.from,
        toStatus: decision.to,
        state: "started",
        operationId: decision.operationId,
        decidedById: actor.id,
        decidedByName: actor.name,
        startedAt: now,
        jobId: decision.jobId,
        undoes: decision.undoes,
      })
      .onConflictDoNothing()
      .returning({ id: registrationDecisions.id });
    if (inserted.length === 0) throw conflict(BEING_DECIDED);
    // Asked only now: with the lock in our hands nobody can become done any more.
    if ((await countDone(tx, shop, decision.customerId)) !== doneOnPerson) throw conflict(BEING_DECIDED);
    return id;
  });
}

const BEING_DECIDED = "Somebody is deciding on this person right now. Look again in a moment.";

function refuseWhenLocked(error: unknown): never {
  if (isUniqueViolation(error)) throw conflict(BEING_DECIDED);
  throw error;
}

/** Its own earlier try, or one whose process died, no longer holds the lock. */
async function releaseAbandoned(
  tx: ShopTransaction,
  shop: string,
  decision: Decision,
  before: Date,
): Promise<void> {
  await tx
    .update(registrationDecisions)
    .set({ state: "failed" })
    .where(
      and(
        eq(registrationDecisions.shop, shop),
        eq(registrationDecisions.customerId, decision.customerId),
        eq(registrationDecisions.state, "started"),
        sql`(${registrationDecisions.startedAt} < ${before.toISOString()} OR ${registrationDecisions.operationId} = ${decision.operationId})`,
      ),
    );
}

/**
 * Writes down that it is done: the decision, the mirror and the audit entry, in one transaction. Also when another person's
 * decision had meanwhile taken this one for abandoned: the tags were changed all the same.
 */
export async function completeDecision(
  { shop, actor, clock }: DecisionTools,
  decision: Decision,
  id: string,
  registration: Registration,
  customer: { tags: string[]; updatedAt: string },
): Promise<void> {
  await withShop(shop, async (tx) => {
    const done = await tx
      .update(registrationDecisions)
      .set({ state: "done", finishedAt: clock.now(), registration })
      .where(
        and(
          eq(registrationDecisions.shop, shop),
          eq(registrationDecisions.id, id),
          inArray(registrationDecisions.state, ["started", "failed"]),
        ),
      )
      .returning({ id: registrationDecisions.id });
    await mirrorTags(tx, shop, decision.customerId, customer);
    // A repetition that overtook us has written the entry already.
    if (done.length === 0) return;
    await recordAudit(tx, shop, {
      action: decision.undoes ? "registration.decision undone" : "registration.decided",
      actor,
      subject: { type: "customer", id: String(decision.customerId) },
      before: { status: STATUS_TAGS[decision.from] },
      after: { status: STATUS_TAGS[decision.to] },
      jobId: decision.jobId,
      flag: REGISTRATIONS[registration].flag,
    });
  });
}

/** Frees the person. Shopify may have done it all the same (a lost answer), so the mirror reads them again. */
export async function releaseDecision(
  { shop, clock }: DecisionTools,
  id: string,
  customerId: number,
): Promise<void> {
  await withShop(shop, async (tx) => {
    await tx
      .update(registrationDecisions)
      .set({ state: "failed", finishedAt: clock.now() })
      .where(
        and(
          eq(registrationDecisions.shop, shop),
          eq(registrationDecisions.id, id),
          eq(registrationDecisions.state, "started"),
        ),
      );
    await noteStale(tx, shop, [customerId]);
  });
}

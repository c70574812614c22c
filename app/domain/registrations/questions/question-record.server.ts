import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { registrationQuestions } from "../tables.server";

/** A question as it is kept. */
export type QuestionRow = typeof registrationQuestions.$inferSelect;

const row = registrationQuestions;

/** The condition of a person's open question. */
const openOn = (shop: string, customerId: number) =>
  and(eq(row.shop, shop), eq(row.customerId, customerId), eq(row.state, "open"));

/** The open question that a person waits with; undefined when they do not. */
export async function openQuestionOn(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
): Promise<QuestionRow | undefined> {
  const [open] = await tx.select().from(row).where(openOn(shop, customerId));
  return open;
}

/**
 * Ends the wait of a person, if they wait: the question is closed and their row in the mirror is no longer `waiting`.
 * @param byDecision the decision that ends it; when that is taken back, `reopenQuestion` finds the question by it
 * @returns the question's id
 */
export async function closeQuestion(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  now: Date,
  byDecision?: string,
): Promise<string | undefined> {
  const [closed] = await tx
    .update(row)
    .set({ state: "closed", closedAt: now, closedByDecision: byDecision })
    .where(openOn(shop, customerId))
    .returning({ id: row.id });
  if (closed) await markAsked(tx, shop, customerId, null);
  return closed?.id;
}

/** Opens the question again that a decision had ended; nothing when there was none. */
export async function reopenQuestion(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  decision: string,
): Promise<void> {
  const [open] = await tx
    .update(row)
    .set({ state: "open", closedAt: null, closedByDecision: null })
    .where(and(eq(row.shop, shop), eq(row.closedByDecision, decision)))
    .returning({ askedAt: row.askedAt });
  if (open) await markAsked(tx, shop, customerId, open.askedAt);
}

/**
 * Says in the mirror since when a person waits for an answer, or that they do not. Pending and `waiting` follow from it at once;
 * every other status stays, so that a decision's own write of the mirror is the only one that changes the kept counts.
 */
export async function markAsked(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  askedAt: Date | null,
): Promise<void> {
  const follow = (column: string) =>
    `${column} = CASE WHEN ${column} IN ('pending', 'waiting') THEN $4 ELSE ${column} END`;
  await tx.$client.query(
    `UPDATE customers SET asked_at = $3, ${follow("student_status")}, ${follow("staff_status")} WHERE shop = $1 AND id = $2`,
    [shop, customerId, askedAt, askedAt ? "waiting" : "pending"],
  );
}

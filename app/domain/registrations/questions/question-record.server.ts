import { and, eq } from "drizzle-orm";
import { lockCustomer, storeAskedAt } from "~/domain/customers/read-tags.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { registrationQuestions } from "../tables.server";

/** Questions as requests: their customers answer them on a page of their own. */
export const REGISTRATION_REQUEST = { name: "registration" };

/** A question as it is stored. */
export type QuestionRow = typeof registrationQuestions.$inferSelect;

const row = registrationQuestions;

/** The condition for a customer's open question. */
const openOn = (shop: string, customerId: number) =>
  and(eq(row.shop, shop), eq(row.customerId, customerId), eq(row.state, "open"));

/** A customer's open question. */
export async function openQuestionOn(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
): Promise<QuestionRow | undefined> {
  const [open] = await tx.select().from(row).where(openOn(shop, customerId));
  return open;
}

/**
 * Closes a customer's open question. Their row in the mirror is then no longer `waiting`.
 * @param byDecision the decision that closes it. `reopenQuestion` finds the question by it when the decision is undone.
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
  if (closed) await storeAskedAt(tx, shop, customerId, null);
  return closed?.id;
}

/**
 * Reopens the question that a decision had closed, if there was one. It stays closed when the customer has been asked again since: only
 * one question can be open.
 */
export async function reopenQuestion(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  decision: string,
): Promise<void> {
  await lockCustomer(tx.$client, shop, customerId);
  if (await openQuestionOn(tx, shop, customerId)) return;
  const [open] = await tx
    .update(row)
    .set({ state: "open", closedAt: null, closedByDecision: null })
    .where(and(eq(row.shop, shop), eq(row.closedByDecision, decision)))
    .returning({ askedAt: row.askedAt });
  if (open) await storeAskedAt(tx, shop, customerId, open.askedAt);
}

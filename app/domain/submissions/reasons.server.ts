import { and, eq } from "drizzle-orm";
import { outdatedFormOf } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { promoTabs } from "./access";
import { reasonChanged, reasonCreated, reasonDeleted } from "./audit.server";
import { denyReasons, holdReasons } from "./tables.server";

/** The lists of reasons. */
const TABLES = { deny: denyReasons, loyaltyDeny: denyReasons, hold: holdReasons } as const;
export type ReasonList = keyof typeof TABLES;

const NAMES: Record<ReasonList, string> = {
  deny: "Deny reasons",
  loyaltyDeny: "Loyalty deny reasons",
  hold: "Hold reasons",
};

export interface ReasonFields {
  reason: string;
  /** Null: after those that have a position. */
  orderInList: number | null;
}

/** The list that a deny reason is in. The ids of both lists are of one table. @returns the deny list for an unknown id */
export async function denyListOf({ shop: { domain } }: CallContext, id: number): Promise<ReasonList> {
  const [found] = await withShop(domain, (tx) =>
    tx
      .select({ isLoyalty: denyReasons.isLoyalty })
      .from(denyReasons)
      .where(and(eq(denyReasons.shop, domain), eq(denyReasons.id, id))),
  );
  return found?.isLoyalty ? "loyaltyDeny" : "deny";
}

/** Adds a reason. @throws 409 for one that the list has */
export const createReason = (context: CallContext, list: ReasonList, fields: ReasonFields): Promise<number> =>
  withListChange(context, async (tx) => {
    const values = { shop: context.shop.domain, ...fields };
    const [added] =
      list === "hold"
        ? await tx.insert(holdReasons).values(values).returning({ id: holdReasons.id })
        : await tx
            .insert(denyReasons)
            .values({ ...values, isLoyalty: list === "loyaltyDeny" })
            .returning({ id: denyReasons.id });
    if (!added) throw new Error("The insert returned no reason.");
    await recordAudit(tx, context.shop.domain, reasonCreated, {
      ...entryOf(context),
      before: null,
      after: sideOf(list, fields),
    });
    return added.id;
  });

/**
 * Changes a reason, also where it was used.
 * @param original the reason as the administrator saw it
 * @throws 404 for an unknown one, 409 for one that the list has, and for one that was changed since `original`
 */
export const changeReason = (
  context: CallContext,
  list: ReasonList,
  id: number,
  fields: ReasonFields,
  original?: ReasonFields,
): Promise<number> =>
  withListChange(context, async (tx) => {
    const before = await lockReason(tx, context.shop.domain, list, id);
    // A repeated change is accepted: it may be a repetition whose answer was lost.
    if (original && !isSame(before, original) && !isSame(before, fields)) {
      const { subject } = entryOf(context);
      const change = { ...subject, action: reasonChanged, after: sideOf(list, before) };
      throw await outdatedFormOf(tx, context, change, "this reason");
    }
    const table = TABLES[list];
    await tx
      .update(table)
      .set(fields)
      .where(and(eq(table.shop, context.shop.domain), eq(table.id, id)));
    await recordAudit(tx, context.shop.domain, reasonChanged, {
      ...entryOf(context),
      before: sideOf(list, before),
      after: sideOf(list, fields),
    });
    return id;
  });

/** Removes a reason from the list. Submissions that have it keep it. @throws 404 for an unknown one */
export const deleteReason = (context: CallContext, list: ReasonList, id: number): Promise<number> =>
  withListChange(context, async (tx) => {
    const before = await lockReason(tx, context.shop.domain, list, id);
    const table = TABLES[list];
    await tx
      .update(table)
      .set({ isDeleted: true })
      .where(and(eq(table.shop, context.shop.domain), eq(table.id, id)));
    await recordAudit(tx, context.shop.domain, reasonDeleted, {
      ...entryOf(context),
      before: sideOf(list, before),
      after: null,
    });
    return id;
  });

async function withListChange(
  { shop: { domain } }: CallContext,
  work: (tx: ShopTransaction) => Promise<number>,
): Promise<number> {
  const id = await withShop(domain, work).catch((error: unknown) => {
    throw isUniqueViolation(error) ? conflict("The list already has this reason.") : error;
  });
  publishChange(domain, promoTabs("DenyList"), { list: "promo-reasons" });
  return id;
}

const entryOf = ({ administrator, shop }: CallContext) => ({
  actor: administrator,
  subject: { type: shopSubject, id: shop.domain },
  ...promoTabs("DenyList"),
});

const isSame = (one: ReasonFields, other: ReasonFields) =>
  one.reason === other.reason && one.orderInList === other.orderInList;

const sideOf = (list: ReasonList, { reason, orderInList }: ReasonFields) => ({
  list: NAMES[list],
  reason,
  order: orderInList === null ? "" : String(orderInList),
});

async function lockReason(
  tx: ShopTransaction,
  shop: string,
  list: ReasonList,
  id: number,
): Promise<ReasonFields> {
  const table = TABLES[list];
  const [reason] = await tx
    .select({ reason: table.reason, orderInList: table.orderInList })
    .from(table)
    .where(
      and(
        eq(table.shop, shop),
        eq(table.id, id),
        eq(table.isDeleted, false),
        list === "hold" ? undefined : eq(denyReasons.isLoyalty, list === "loyaltyDeny"),
      ),
    )
    .for("update");
  if (!reason) throw notFound("This reason is no longer in the list.");
  return reason;
}

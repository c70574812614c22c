import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { reviewAccess } from "./access";
import type { ChoiceKind } from "./form-fields";

/** A reason that reviewers choose from. */
export interface Reason {
  id: number;
  reason: string;
  orderInList: number | null;
}

/** The deny reasons of loyalty submissions or of the others, in their order. */
export const readDenyReasons = (tx: ShopTransaction, isLoyalty: boolean): Promise<Reason[]> =>
  queryRows<Reason>(
    tx,
    sql`SELECT id::float8 AS id, reason, order_in_list AS "orderInList" FROM deny_reasons
         WHERE shop = current_setting('app.shop') AND is_loyalty = ${isLoyalty} AND NOT is_deleted
         ORDER BY order_in_list NULLS LAST, lower(reason), deny_reasons.id`,
  );

/** The hold reasons, in their order. */
export const readHoldReasons = (tx: ShopTransaction): Promise<Reason[]> =>
  queryRows<Reason>(
    tx,
    sql`SELECT id::float8 AS id, reason, order_in_list AS "orderInList" FROM hold_reasons
         WHERE shop = current_setting('app.shop') AND NOT is_deleted
         ORDER BY order_in_list NULLS LAST, lower(reason), hold_reasons.id`,
  );

/** An administrator who may review submissions. */
export interface Reviewer {
  id: string;
  email: string;
  name: string;
  /** False for one who can't open the tab CSR Approvals: what is assigned to them would be in no reviewer's queue. */
  isAssignable: boolean;
}

/** The administrators with the function's flag, and the account owner. */
export async function readReviewers(tx: ShopTransaction): Promise<Reviewer[]> {
  const rows = await queryRows<
    Omit<Reviewer, "isAssignable"> & Pick<Administrator, "isOwner" | "flags" | "tabLimits">
  >(
    tx,
    sql`SELECT id, email, name, is_owner AS "isOwner", flags, tab_limits AS "tabLimits" FROM administrators
         WHERE shop = current_setting('app.shop') AND (is_owner OR 'showPromotion' = ANY(flags)) ORDER BY lower(email), id`,
  );
  return rows.map(({ isOwner, flags, tabLimits, ...reviewer }) => ({
    ...reviewer,
    isAssignable: mayUse({ isOwner, flags, tabLimits }, reviewAccess(false)),
  }));
}

/** What the forms of all promotions offer, each value once, in the order of the promotions. */
export async function readChoices(tx: ShopTransaction, kind: ChoiceKind): Promise<string[]> {
  const rows = await queryRows<{ value: string }>(
    tx,
    sql`SELECT value FROM promotions, jsonb_array_elements_text(choices -> ${kind}::text) WITH ORDINALITY AS choice (value, position)
         WHERE shop = current_setting('app.shop') GROUP BY value ORDER BY min(promotions.id), min(position)`,
  );
  return rows.map(({ value }) => value);
}

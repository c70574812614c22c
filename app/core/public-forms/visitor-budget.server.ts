import { sql } from "drizzle-orm";
import { isoDateIn } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { signatureOf } from "~/platform/secrets/secrets.server";
import { VISITOR_BUDGET } from "./limits";
import { visitorBudgets } from "./tables.server";

/**
 * Takes a form from the visitor's budget of the day, which all web processes and all public pages of the shop share.
 * @param address the visitor's IP address. Only a keyed hash of it is stored, another one each day
 * @param bytes of the request
 * @returns false, with nothing taken, when the budget doesn't suffice
 */
export async function takeVisitorBudget(
  shop: string,
  address: string,
  { files, bytes }: { files: number; bytes: number },
  now: Date,
): Promise<boolean> {
  if (files > VISITOR_BUDGET.files || bytes > VISITOR_BUDGET.bytes) return false;
  const day = isoDateIn(now, "UTC");
  const visitor = signatureOf("visitor", JSON.stringify([shop, day, address]));
  const table = visitorBudgets;
  const taken = await withShop(shop, (tx) =>
    tx
      .insert(table)
      .values({ shop, day, visitor, requests: 1, files, bytes })
      .onConflictDoUpdate({
        target: [table.shop, table.day, table.visitor],
        set: {
          requests: sql`${table.requests} + 1`,
          files: sql`${table.files} + ${files}`,
          bytes: sql`${table.bytes} + ${bytes}`,
        },
        setWhere: sql`${table.requests} < ${VISITOR_BUDGET.requests} AND ${table.files} + ${files} <= ${VISITOR_BUDGET.files}
          AND ${table.bytes} + ${bytes} <= ${VISITOR_BUDGET.bytes}`,
      })
      .returning({ requests: table.requests }),
  );
  return taken.length > 0;
}

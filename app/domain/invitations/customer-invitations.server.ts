import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { AUDIENCE_IDS, AUDIENCES } from "./audiences";
import { INVITATION_COLUMNS, type InvitationRecord } from "./list.server";

const MAX_SHOWN = 5;

/** An invitation of a customer. */
export type CustomerInvitation = Pick<
  InvitationRecord,
  "id" | "audience" | "group_id" | "email" | "state" | "state_at" | "last_error" | "mail_id" | "mail_count"
>;

/**
 * The latest invitations that a customer accepted, or that were sent to their email address, of the audiences that the administrator
 * invites.
 */
export async function readCustomerInvitations(
  shop: string,
  administrator: Administrator,
  customerId: number,
): Promise<{ list: CustomerInvitation[]; hasMore: boolean }> {
  const audiences = AUDIENCE_IDS.filter((audience) => mayUse(administrator, AUDIENCES[audience].flag));
  const rows = await withShop(shop, (tx) => readRows(tx, customerId, audiences));
  return { list: rows.slice(0, MAX_SHOWN), hasMore: rows.length > MAX_SHOWN };
}

const readRows = (tx: ShopTransaction, customerId: number, audiences: readonly string[]) =>
  queryRows<CustomerInvitation>(
    tx,
    sql`SELECT ${INVITATION_COLUMNS} FROM invitations_of_shop
         WHERE audience = ANY(${sql.param([...audiences])}::text[])
           AND (customer_id = ${customerId}
                OR lower(email) = (SELECT lower(email) FROM customers_of_shop WHERE id = ${customerId}))
         ORDER BY last_invited_at DESC, id DESC LIMIT ${MAX_SHOWN + 1}`,
  );

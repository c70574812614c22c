import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { SignedInCustomer } from "~/core/public-forms/submit-entry.server";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { AUDIENCE_IDS, AUDIENCES, type AudienceId } from "./audiences";
import { PROBLEM, STATE_AT } from "./list.server";
import type { InvitationState } from "./states";

const MAX_SHOWN = 5;

/** An invitation of a customer. */
export interface CustomerInvitation {
  id: string;
  audience: AudienceId;
  group_id: string;
  email: string;
  state: InvitationState;
  /** Since when the state applies. */
  state_at: Date;
  /** Why its email failed. */
  problem: string | null;
  mail_id: string | null;
  mail_count: number;
}

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

/**
 * The ids of the invitations that a customer sees: those that they accepted, and those to their own address of which an email was sent. The
 * latest first.
 */
export async function findInvitationsOf(
  tx: ShopTransaction,
  shop: string,
  { id, email }: SignedInCustomer,
  { audiences, limit }: { audiences: readonly AudienceId[]; limit: number },
): Promise<string[]> {
  // Only through the view and by audience is the index of addresses used.
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`SELECT id FROM invitations_of_shop
         WHERE shop = ${shop} AND audience = ANY(${sql.param([...audiences])}::text[])
           AND (customer_id = ${id} OR lower(email) = lower(${email}))
           AND state <> 'revoked' AND (state <> 'queued' OR mail_count > 1)
         ORDER BY last_invited_at DESC, id DESC LIMIT ${limit}`,
  );
  return rows.map((row) => row.id);
}

const readRows = (tx: ShopTransaction, customerId: number, audiences: readonly string[]) =>
  queryRows<CustomerInvitation>(
    tx,
    sql`SELECT id, audience, group_id, email, state, ${STATE_AT} AS state_at, ${PROBLEM} AS problem, mail_id, mail_count
          FROM invitations_of_shop
         WHERE audience = ANY(${sql.param([...audiences])}::text[])
           AND (customer_id = ${customerId}
                OR lower(email) = (SELECT lower(email) FROM customers_of_shop WHERE id = ${customerId}))
         ORDER BY last_invited_at DESC, id DESC LIMIT ${MAX_SHOWN + 1}`,
  );

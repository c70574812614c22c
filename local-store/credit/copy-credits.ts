import type pg from "pg";
import { copyRows, reserveIds } from "../data/copy.ts";

/** A credit to load: an adjustment that is entirely unspent. */
export interface LoadedCredit {
  cents: number;
  at: Date;
  expiresAt: Date | null;
}

/** Loads an account for each customer with credits, using COPY, without validation. */
export async function copyCredits(
  client: pg.PoolClient,
  shop: string,
  currency: string,
  customers: ReadonlyArray<{ id: number; credits?: readonly LoadedCredit[] }>,
): Promise<void> {
  const owners = customers.flatMap(({ id, credits = [] }) => (credits.length > 0 ? [{ id, credits }] : []));
  if (owners.length === 0) return;
  const accountIds = await reserveIds(client, owners.length);
  await copyRows(
    client,
    "store_credit_accounts",
    ["shop", "id", "customer_id", "currency", "balance_cents", "created_at"],
    owners.map(({ id, credits }, index) => {
      const balance = credits.reduce((sum, { cents }) => sum + cents, 0);
      return [shop, accountIds[index], id, currency, balance, credits[0]?.at];
    }),
  );
  await copyRows(
    client,
    "store_credit_transactions",
    [
      "shop",
      "account_id",
      "type",
      "event",
      "amount_cents",
      "remaining_cents",
      "balance_after_cents",
      "created_at",
      "expires_at",
    ],
    owners.flatMap(({ credits }, index) => {
      let balance = 0;
      return credits.map(({ cents, at, expiresAt }) => {
        balance += cents;
        return [shop, accountIds[index], "CREDIT", "ADJUSTMENT", cents, cents, balance, at, expiresAt];
      });
    }),
  );
}

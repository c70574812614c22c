import { bulkLines } from "~/connectors/shopify/bulk-lines.server";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import {
  ALL_STORE_CREDIT_DOCUMENT,
  type StoreCreditLine,
} from "~/connectors/shopify/operations/store-credit";
import type { AdminApi } from "~/connectors/shopify/port";
import { customerNumber } from "~/domain/customers/mirror-row";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";
import { centsOf } from "~/platform/money";
import { endShopifyDifferences } from "../proof/differences.server";
import { tellCredits } from "../tell.server";
import { COMPARE_ALL_TASK, noteForComparison } from "./note.server";

const ACCOUNTS_PER_WRITE = 2_000;

/**
 * Every night, after a first sign-in, and when somebody asks: all customers' balances are read from Shopify by one bulk operation.
 * What agrees is noted so; the others are compared one by one, which also opens the accounts that the ledger never saw.
 */
export const compareEverything: Task = {
  ...COMPARE_ALL_TASK,
  schedule: "30 1 * * *",
  async run(shop, signal) {
    await compareWithAll(shop, liveAdminApi(shop), signal);
    tellCredits(shop);
  },
};

interface Listed {
  customerId: number;
  accountId: string;
  cents: number;
}

/** Compares all balances of the shop with Shopify's. */
export async function compareWithAll(shop: string, api: AdminApi, signal: AbortSignal): Promise<void> {
  const { currency, begunAt } = await readShop(shop);
  let listed: Listed[] = [];
  const write = async () => {
    const some = listed;
    listed = [];
    await withShop(shop, (tx) => noteListed(tx, shop, some));
  };
  const options = { what: "read all store credit", signal };
  for await (const line of bulkLines(api, ALL_STORE_CREDIT_DOCUMENT, options)) {
    const account = line && accountOn(JSON.parse(line) as StoreCreditLine, currency);
    if (account) listed.push(account);
    if (listed.length >= ACCOUNTS_PER_WRITE) await write();
  }
  await write();
  await noteUnlisted(shop, begunAt);
}

function accountOn({ id, __parentId, balance }: StoreCreditLine, currency: string): Listed | null {
  const customerId = customerNumber(__parentId ?? "");
  if (customerId === null || balance?.currencyCode !== currency) return null;
  return { customerId, accountId: id, cents: centsOf(balance.amount) };
}

async function readShop(shop: string): Promise<{ currency: string; begunAt: Date }> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ currency: string; begunAt: Date }>(
      `SELECT currency, clock_timestamp() AS "begunAt" FROM shops WHERE shop = $1`,
      [shop],
    ),
  );
  const [found] = rows;
  if (!found) throw new Error(`There is no shop ${shop}.`);
  return found;
}

async function noteListed(tx: ShopTransaction, shop: string, listed: readonly Listed[]): Promise<void> {
  if (listed.length === 0) return;
  const values = [
    shop,
    listed.map(({ customerId }) => customerId),
    listed.map(({ cents }) => cents),
    listed.map(({ accountId }) => accountId),
  ];
  const { rows } = await tx.$client.query<{ id: string }>(
    `UPDATE credit_accounts AS account
        SET compared_at = clock_timestamp(), shopify_balance_cents = cents, shopify_account_id = listed.account_id
       FROM unnest($2::bigint[], $3::bigint[], $4::text[]) AS listed (customer_id, cents, account_id)
      WHERE account.shop = $1 AND account.customer_id = listed.customer_id AND balance_cents = cents
     RETURNING account.customer_id AS id`,
    values,
  );
  const agreeing = new Set(rows.map(({ id }) => Number(id)));
  await endShopifyDifferences(tx, shop, [...agreeing]);
  const { rows: known } = await tx.$client.query<{ id: string }>(
    "SELECT customer_id AS id FROM credit_accounts WHERE shop = $1 AND customer_id = ANY($2::bigint[])",
    values.slice(0, 2),
  );
  const isKnown = new Set(known.map(({ id }) => Number(id)));
  const others = listed.filter(
    ({ customerId, cents }) => !agreeing.has(customerId) && (cents !== 0 || isKnown.has(customerId)),
  );
  await noteForComparison(
    tx,
    shop,
    others.map(({ customerId }) => customerId),
  );
}

/** Accounts of the ledger that Shopify did not list; those of erased persons have nothing to be compared with. */
async function noteUnlisted(shop: string, begunAt: Date): Promise<void> {
  await withShop(shop, async (tx) => {
    const { rows } = await tx.$client.query<{ id: string }>(
      `SELECT customer_id AS id FROM credit_accounts AS account
        WHERE shop = $1 AND customer_id > 0 AND (compared_at IS NULL OR compared_at < $2)
          AND NOT EXISTS (SELECT 1 FROM credits_to_compare AS noted
                           WHERE noted.shop = $1 AND noted.customer_id = account.customer_id)`,
      [shop, begunAt],
    );
    await noteForComparison(
      tx,
      shop,
      rows.map(({ id }) => Number(id)),
    );
  });
}

import { readAccount } from "../../credit/accounts.ts";
import type {
  StoreCreditAccountRow,
  StoreCreditTransactionRow,
  StoreCreditTransactionType,
} from "../../credit/rows.ts";
import { findCustomer } from "../../data/find-customers.ts";
import { toDateTime } from "../../data/instants.ts";
import type { CustomerRow } from "../../data/rows.ts";
import { type RequestContext, requireScope } from "../context.ts";
import { gid, idOfType } from "../gid.ts";
import { type SearchArguments, tablePage } from "../paging/table-page.ts";
import { SqlValues, searchCondition } from "../search/search-condition.ts";
import { storeCreditAccountFields, storeCreditTransactionFields } from "../search/searchable-fields.ts";
import { customerSource } from "./customer.ts";
import { decimal } from "./money.ts";
import { findOrderTransaction } from "./order.ts";
import type { ListResolver, TypeResolvers } from "./types.ts";

const TYPENAMES: Readonly<Record<StoreCreditTransactionType, string>> = {
  CREDIT: "StoreCreditAccountCreditTransaction",
  DEBIT: "StoreCreditAccountDebitTransaction",
  DEBIT_REVERT: "StoreCreditAccountDebitRevertTransaction",
  EXPIRATION: "StoreCreditAccountExpirationTransaction",
};

type AccountSource = StoreCreditAccountRow & { __typename: "StoreCreditAccount" };
type TransactionSource = StoreCreditTransactionRow & { __typename: string; account: AccountSource };

/** An account as a resolver source. */
export function accountSource(row: StoreCreditAccountRow): AccountSource {
  return { ...row, __typename: "StoreCreditAccount" };
}

/** A transaction of an account as a resolver source. */
export function transactionSource(
  row: StoreCreditTransactionRow,
  account: StoreCreditAccountRow,
): TransactionSource {
  return { ...row, __typename: TYPENAMES[row.type], account: accountSource(account) };
}

/** The account with this id after expiring its due credits, or null. */
export async function findStoreCreditAccount(
  context: RequestContext,
  id: number,
): Promise<AccountSource | null> {
  const account = await readAccount(context.store, context.shop.domain, id);
  return account && accountSource(account);
}

/** The credit with this id after expiring the due credits of its account, or null. */
export async function findCreditTransaction(
  context: RequestContext,
  id: number,
): Promise<TransactionSource | null> {
  const [found] = await readTransactions(context, [id]);
  const account = found?.type === "CREDIT" && (await findStoreCreditAccount(context, found.account_id));
  const [row] = account ? await readTransactions(context, [id]) : [];
  return row && account ? transactionSource(row, account) : null;
}

/** The root fields of store credit. */
export const storeCreditQueries: TypeResolvers = {
  storeCreditAccount: (_root, { id }: { id: string }, context) =>
    findStoreCreditAccount(context, idOfType(id, "StoreCreditAccount")),
  storeCreditConfiguration: (_root, _args, { shop }) => ({ storeCreditEnabled: shop.store_credit_enabled }),
};

/** The accounts of a customer, which are few and read completely. */
export const ownedStoreCredit: Readonly<Record<string, ListResolver>> = {
  storeCreditAccounts: async (customer: CustomerRow, { query }: { query?: string | null }, context) => {
    requireScope(context, "storeCreditAccounts", "read_store_credit_accounts");
    const accounts = (await context.storeCredit.load(customer.id)) ?? [];
    const found = query ? await filterAccounts(context, accounts, query) : accounts;
    return found.map(accountSource);
  },
};

async function filterAccounts(context: RequestContext, accounts: StoreCreditAccountRow[], query: string) {
  const sql = new SqlValues();
  const condition = searchCondition(query, storeCreditAccountFields, sql, context.shop);
  if (condition.warnings.length > 0)
    context.searches.push({ path: ["storeCreditAccounts"], query, warnings: condition.warnings });
  const ids = sql.add(accounts.map(({ id }) => id));
  const { rows } = await context.store.pool.query<{ id: number }>(
    `SELECT id FROM store_credit_accounts WHERE shop = ${sql.add(context.shop.domain)} AND id = ANY (${ids}) AND ${condition.sql}`,
    sql.values,
  );
  const matchingIds = new Set(rows.map(({ id }) => id));
  return accounts.filter(({ id }) => matchingIds.has(id));
}

/** The fields of an account. */
export const storeCreditAccountResolvers: TypeResolvers = {
  id: (account: AccountSource) => gid("StoreCreditAccount", account.id),
  balance: (account: AccountSource) => money(account.balance_cents, account),
  owner: async (account: AccountSource, _args, context) => {
    const row = await findCustomer(context.store.pool, context.shop.domain, account.customer_id);
    return row && customerSource(row);
  },
  transactions: (account: AccountSource, args: SearchArguments, context, info) => {
    requireScope(context, "transactions", "read_store_credit_account_transactions");
    return tablePage(
      context,
      [info.path.key],
      "store_credit_transactions",
      storeCreditTransactionFields,
      args,
      async (ids) => (await readTransactions(context, ids)).map((row) => transactionSource(row, account)),
      (sql) => `account_id = ${sql.add(account.id)}`,
    );
  },
};

/** The fields of all four transaction types. The schema defines which type has which fields. */
export const storeCreditTransactionResolvers: TypeResolvers = {
  id: (row: TransactionSource) => gid(row.__typename, row.id),
  amount: (row: TransactionSource) => money(row.amount_cents, row.account),
  balanceAfterTransaction: (row: TransactionSource) => money(row.balance_after_cents, row.account),
  createdAt: (row: TransactionSource) => toDateTime(row.created_at),
  expiresAt: (row: TransactionSource) => (row.expires_at ? toDateTime(row.expires_at) : null),
  remainingAmount: (row: TransactionSource) => money(row.remaining_cents, row.account),
  origin: (row: TransactionSource, _args, context) => {
    if (row.order_transaction_id === null) return null;
    requireScope(context, "origin", "read_orders");
    return findOrderTransaction(context, row.order_transaction_id);
  },
  debitTransaction: (row: TransactionSource, _args, context) => related(context, row, row.debit_id),
  creditTransaction: (row: TransactionSource, _args, context) => related(context, row, row.credit_id),
};

async function related(context: RequestContext, { account }: TransactionSource, id: number | null) {
  const [row] = id === null ? [] : await readTransactions(context, [id]);
  return row ? transactionSource(row, account) : null;
}

async function readTransactions(
  { store, shop }: RequestContext,
  ids: readonly number[],
): Promise<StoreCreditTransactionRow[]> {
  const { rows } = await store.pool.query<StoreCreditTransactionRow>(
    "SELECT * FROM store_credit_transactions WHERE shop = $1 AND id = ANY ($2)",
    [shop.domain, ids],
  );
  return rows;
}

const money = (cents: number, { currency }: StoreCreditAccountRow) => ({
  amount: decimal(cents, currency),
  currencyCode: currency,
});

import {
  type AccountTransaction,
  storeCreditAccounts,
  storeCreditTransactions,
} from "~/connectors/shopify/operations/store-credit";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { customerGid } from "~/domain/customers/mirror-row";
import { absoluteCents, type Cents, NO_CENTS, negateCents } from "~/platform/money/cents";
import { parseMoney } from "~/platform/money/decimal";

/** Older transactions than these pages have become an opening balance. */
const PER_PAGE = 50;
const MAX_PAGES = 10;

/** Which account to read. */
export interface AccountKey {
  customerId: number;
  /** The shop's. The ledger ignores accounts in other currencies. */
  currency: string;
  /** Shopify's account, if known. */
  accountId: string | null;
}

/** A customer's store credit as Shopify has it. */
export interface ShopifyAccount {
  /** Null for a customer who has none. */
  accountId: string | null;
  balanceCents: Cents;
  /** Newest first. New ones are added only before the first, so consecutive pages fit. */
  transactions: AccountTransaction[];
  /** True when the transactions cover the whole requested time. */
  isComplete: boolean;
}

/**
 * Reads a customer's account: its balance, and its transactions since an instant, at most 500 of them.
 * @param since null for all
 * @throws as the port
 */
export async function readShopifyAccount(
  api: AdminApi,
  wanted: AccountKey,
  since: Date | null,
  call: CallOptions,
): Promise<ShopifyAccount> {
  const accountId = wanted.accountId ?? (await findAccount(api, wanted, call));
  const read: ShopifyAccount = { accountId, balanceCents: NO_CENTS, transactions: [], isComplete: true };
  if (!accountId) return read;
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { storeCreditAccount } = await api.run(
      storeCreditTransactions,
      { id: accountId, first: PER_PAGE, after },
      call,
    );
    if (!storeCreditAccount) return { ...read, accountId: null };
    const { nodes, pageInfo } = storeCreditAccount.transactions;
    if (page === 0) read.balanceCents = parseMoney(storeCreditAccount.balance);
    read.transactions.push(...nodes);
    const oldest = nodes.at(-1);
    const isCovered = since !== null && oldest !== undefined && new Date(oldest.createdAt) < since;
    if (isCovered || !pageInfo.hasNextPage || !pageInfo.endCursor) return read;
    after = pageInfo.endCursor;
  }
  return { ...read, isComplete: false };
}

async function findAccount(api: AdminApi, wanted: AccountKey, call: CallOptions): Promise<string | null> {
  const { customer } = await api.run(storeCreditAccounts, { id: customerGid(wanted.customerId) }, call);
  const account = customer?.storeCreditAccounts.nodes.find(
    ({ balance }) => balance.currencyCode === wanted.currency,
  );
  return account?.id ?? null;
}

/**
 * The key of a transaction in the ledger. An expiration has no id, so its key is the credit and the time: after a reverted debit,
 * the same credit may expire again.
 */
export function transactionKey(transaction: AccountTransaction): string {
  return "id" in transaction
    ? transaction.id
    : `${transaction.creditTransaction.id} expired ${transaction.createdAt}`;
}

/** True for transactions that add to the balance. Shopify's amounts are read without sign. */
export const addsToBalance = ({ __typename }: Pick<AccountTransaction, "__typename">): boolean =>
  __typename === "StoreCreditAccountCreditTransaction" ||
  __typename === "StoreCreditAccountDebitRevertTransaction";

/** Signed cents. */
export const centsOfTransaction = (transaction: AccountTransaction): Cents => {
  const amount = absoluteCents(parseMoney(transaction.amount));
  return addsToBalance(transaction) ? amount : negateCents(amount);
};

import {
  type AccountTransaction,
  storeCreditAccounts,
  storeCreditTransactions,
} from "~/connectors/shopify/operations/store-credit";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { customerGid } from "~/domain/customers/mirror-row";
import { centsOf } from "~/platform/money";

/** Transactions read in one request, and in how many requests at most: what went before is an opening balance then. */
const PER_PAGE = 50;
const MOST_PAGES = 10;

/** Whose account is read. */
export interface WantedAccount {
  customerId: number;
  /** The shop's: an account in another currency is none of the ledger's. */
  currency: string;
  /** Shopify's account, where it is known. */
  accountId: string | null;
}

/** A customer's store credit as Shopify has it. */
export interface ReadAccount {
  /** Null for a customer who has none. */
  accountId: string | null;
  balanceCents: number;
  /** The newest first; Shopify makes new ones only before the first, so pages that are read one after the other fit. */
  transactions: AccountTransaction[];
  /** True when nothing went before the oldest of them, or only what is older than was asked for. */
  isWhole: boolean;
}

/**
 * Reads a customer's account: its balance, and its transactions since an instant, at most 500 of them.
 * @param since null for all of them
 * @throws as the port
 */
export async function readAccount(
  api: AdminApi,
  wanted: WantedAccount,
  since: Date | null,
  call: CallOptions,
): Promise<ReadAccount> {
  const accountId = wanted.accountId ?? (await findAccount(api, wanted, call));
  const read: ReadAccount = { accountId, balanceCents: 0, transactions: [], isWhole: true };
  if (!accountId) return read;
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { storeCreditAccount } = await api.run(
      storeCreditTransactions,
      { id: accountId, first: PER_PAGE, after },
      call,
    );
    if (!storeCreditAccount) return { ...read, accountId: null };
    const { nodes, pageInfo } = storeCreditAccount.transactions;
    if (page === 0) read.balanceCents = centsOf(storeCreditAccount.balance.amount);
    read.transactions.push(...nodes);
    const oldest = nodes.at(-1);
    const isFarEnough = since !== null && oldest !== undefined && new Date(oldest.createdAt) < since;
    if (isFarEnough || !pageInfo.hasNextPage || !pageInfo.endCursor) return read;
    after = pageInfo.endCursor;
  }
  return { ...read, isWhole: false };
}

async function findAccount(api: AdminApi, wanted: WantedAccount, call: CallOptions): Promise<string | null> {
  const { customer } = await api.run(storeCreditAccounts, { id: customerGid(wanted.customerId) }, call);
  const account = customer?.storeCreditAccounts.nodes.find(
    ({ balance }) => balance.currencyCode === wanted.currency,
  );
  return account?.id ?? null;
}

/**
 * What stands for a transaction in the ledger: its id, and for an expiration, to which Shopify gives none, the credit that ran
 * out and when (a debit that is reverted later may let the same credit run out once more).
 */
export function transactionKey({ id, createdAt, creditTransaction }: AccountTransaction): string {
  return id ?? `${creditTransaction?.id} expired ${createdAt}`;
}

/** True for what adds to the balance. Shopify's amounts are read without their sign. */
export const addsToBalance = ({ __typename }: Pick<AccountTransaction, "__typename">): boolean =>
  __typename === "StoreCreditAccountCreditTransaction" ||
  __typename === "StoreCreditAccountDebitRevertTransaction";

/** Signed cents. */
export const centsOfTransaction = (transaction: AccountTransaction): number => {
  const cents = Math.abs(centsOf(transaction.amount.amount));
  return addsToBalance(transaction) ? cents : -cents;
};

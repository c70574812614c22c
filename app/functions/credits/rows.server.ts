import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import { FIRST_READING_FIGURE } from "~/domain/customers/kinds";
import { customersMirror } from "~/domain/customers/mirror.server";
import type { CreditAccount } from "~/domain/ledger/list-accounts.server";
import type { TransactionRow } from "~/domain/ledger/list-transactions.server";
import { readOwed } from "~/domain/ledger/monthly-sums.server";
import type { PostingResult } from "~/domain/ledger/post.server";
import type { RefreshTools } from "~/domain/ledger/reconcile/refresh-accounts.server";
import type { Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { absoluteCents } from "~/platform/money/cents";
import { toUnits } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import { pluralize } from "~/platform/text/pluralize";
import { findWaitingReversals, type WaitingReversal } from "./approvals/find-waiting.server";
import type { CreditCustomer, CreditOutcome, Transaction } from "./schemas";

export const customerOf = (
  { customerId, name, email, ...amounts }: CreditAccount,
  currency: string,
): CreditCustomer => ({
  shopifyCustomerId: customerId,
  name,
  email,
  balance: toUnits(amounts.balanceCents, currency),
  ...amounts,
});

/** Transactions with the requests to reverse them that wait for approval. */
export async function transactionsOf(
  tx: ShopTransaction,
  { domain, currency }: Pick<Shop, "domain" | "currency">,
  rows: readonly TransactionRow[],
): Promise<Transaction[]> {
  const waiting = await findWaitingReversals(
    tx,
    domain,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => transactionOf(row, currency, waiting.get(row.id)));
}

const transactionOf = (
  row: TransactionRow,
  currency: string,
  waiting: WaitingReversal | undefined,
): Transaction => ({
  id: row.id,
  createdDate: row.at,
  shopifyCustomerId: row.customerId,
  customerName: row.customerName,
  customerEmail: row.customerEmail,
  transactionType: row.type,
  amount: toUnits(absoluteCents(row.amountCents), currency),
  amountCents: row.amountCents,
  reference: row.reference,
  expirationDate: row.expiresAt,
  adminName: row.actorName,
  adminEmail: row.actorEmail,
  state: row.state,
  problem: row.problem,
  orderName: row.orderName,
  reversesId: row.reversesId,
  reversedById: row.reversedById,
  waitingReversal: waiting ? { ...waiting, askedAt: waiting.askedAt.toISOString() } : null,
  duplicate: row.duplicate,
  canBeGivenUp: row.isCancelable,
});

export const outcomeOf = ({ customerId, postingId, problem }: PostingResult): CreditOutcome => ({
  id: String(customerId),
  postingId,
  state: postingId ? "PENDING" : "FAILED",
  problem,
});

/** What the store owes its customers, as of the oldest comparison with Shopify, for the card on the home page. */
export async function readFigure({ domain, currency }: Shop): Promise<{ text: string; asOf: string | null }> {
  const [owed, { rebuiltAt }] = await Promise.all([
    withShop(domain, (tx) => readOwed(tx, domain)),
    customersMirror.readFreshness(domain),
  ]);
  if (!rebuiltAt) return FIRST_READING_FIGURE;
  const more = owed.unread > 0 ? `, ${owed.unread.toLocaleString("en-US")} more to be read` : "";
  return {
    text: `${formatMoney(owed.cents, currency)} owed to ${pluralize(owed.customers, "customer")}${more}`,
    asOf: owed.comparedAt?.toISOString() ?? null,
  };
}

/** What comparing balances with Shopify needs. */
export const refreshTools = ({ shop }: Pick<CallContext, "shop">): RefreshTools => ({
  shop: shop.domain,
  currency: shop.currency,
  adminApi: liveAdminApi(shop.domain),
});

import { CONTRA_ACCOUNT_OF, CUSTOMER_ACCOUNT, type PostingType } from "~/domain/ledger/posting";
import { creditAccounts, ledgerEntries, ledgerOutcomes, ledgerPostings } from "~/domain/ledger/tables.server";
import type { Cents } from "~/platform/money/cents";
import type { StoreCreditTransactionRow } from "../../../local-store/credit/rows.ts";
import { type Chapter, type DemoShop, idOf, storeRows } from "../chapter.ts";

/** A transaction of the store with its account's customer, and its order's number. */
interface StoredTransaction extends StoreCreditTransactionRow {
  customer_id: number;
  order_id: number | null;
  order_number: number | null;
  /** Of the credit that expired. */
  expired_type: StoreCreditTransactionRow["type"] | null;
}

const GIDS: Readonly<Record<StoreCreditTransactionRow["type"], string>> = {
  CREDIT: "StoreCreditAccountCreditTransaction",
  DEBIT: "StoreCreditAccountDebitTransaction",
  DEBIT_REVERT: "StoreCreditAccountDebitRevertTransaction",
  EXPIRATION: "StoreCreditAccountExpirationTransaction",
};

const gid = (type: StoreCreditTransactionRow["type"], id: number | null) =>
  `gid://shopify/${GIDS[type]}/${id}`;

/** Credits of the first customers: most were given in Backroom, too. */
const EARLIER_REFERENCES = [
  "Welcome credit",
  "Goodwill for a late parcel",
  "Trade-in of an old battery",
  "Price match",
];

/** Cents that someone "reserved" with a statement on the database: the one thing that the nightly check finds. */
const PLANTED_CENTS = 100;

/**
 * Each transaction of the store as a posting. It comes before the app is opened for the first time, because its first reading would record
 * all of them as made outside Backroom.
 */
export const ledger: Chapter = {
  name: "Store credit",
  async write(tx, shop) {
    const { domain, config, start } = shop;
    const transactions = await readTransactions(shop);
    const postings = transactions.map((transaction) => ({ transaction, ...postingOf(shop, transaction) }));
    if (postings.length === 0) return;
    await tx.insert(ledgerPostings).values(postings.map(({ posting }) => posting));
    await tx.insert(ledgerOutcomes).values(
      postings.map(({ transaction, posting }) => ({
        shop: domain,
        postingId: posting.id,
        state: "CONFIRMED" as const,
        at: posting.at,
        transactionId: keyOf(transaction),
        balanceAfterCents: transaction.balance_after_cents as Cents,
      })),
    );
    await tx.insert(ledgerEntries).values(
      postings.flatMap(({ posting: { id, customerId, amountCents, type, at } }) =>
        [
          { account: CUSTOMER_ACCOUNT, amountCents },
          { account: CONTRA_ACCOUNT_OF[type], amountCents: -amountCents as Cents },
        ].map((side) => ({ shop: domain, postingId: id, customerId, at, ...side })),
      ),
    );
    const accounts = await storeRows<{
      id: number;
      customer_id: number;
      balance_cents: number;
      created_at: Date;
    }>(
      shop,
      "SELECT id, customer_id, balance_cents, created_at FROM store_credit_accounts WHERE shop = $1 ORDER BY id",
    );
    await tx.insert(creditAccounts).values(
      accounts.map(({ id, customer_id, balance_cents, created_at }) => ({
        shop: domain,
        customerId: customer_id,
        currency: config.currencyCode,
        balanceCents: balance_cents as Cents,
        heldCents: (id === accounts[3]?.id && shop.isConnected ? PLANTED_CENTS : 0) as Cents,
        shopifyAccountId: `gid://shopify/StoreCreditAccount/${id}`,
        comparedAt: start,
        shopifyBalanceCents: balance_cents as Cents,
        syncedThrough: start,
        createdAt: created_at,
      })),
    );
  },
};

const readTransactions = (shop: DemoShop): Promise<StoredTransaction[]> =>
  storeRows<StoredTransaction>(
    shop,
    `SELECT t.*, a.customer_id, o.id AS order_id, o.number AS order_number, c.type AS expired_type
       FROM store_credit_transactions t
       JOIN store_credit_accounts a ON a.shop = t.shop AND a.id = t.account_id
       LEFT JOIN order_transactions p ON p.shop = t.shop AND p.id = t.order_transaction_id
       LEFT JOIN orders o ON o.shop = t.shop AND o.id = p.order_id
       LEFT JOIN store_credit_transactions c ON c.shop = t.shop AND c.id = t.credit_id
      WHERE t.shop = $1 ORDER BY t.created_at, t.id`,
  );

/** As Backroom identifies it: Shopify gives expirations no id. */
const keyOf = ({ type, id, credit_id, created_at, expired_type }: StoredTransaction): string =>
  type === "EXPIRATION"
    ? `${gid(expired_type ?? "CREDIT", credit_id)} expired ${created_at.toISOString().slice(0, 19)}Z`
    : gid(type, id);

function postingOf(shop: DemoShop, transaction: StoredTransaction) {
  const { id, customer_id, amount_cents, created_at, expires_at, order_id, order_number } = transaction;
  const { type, reference, by, isOurs } = causeOf(shop, transaction);
  const orderName = order_number === null ? null : `#${order_number}`;
  return {
    posting: {
      shop: shop.domain,
      id: idOf(shop, "posting", id),
      at: created_at,
      customerId: customer_id,
      type,
      amountCents: amount_cents as Cents,
      reference: orderName ? `${reference} ${orderName}` : reference,
      expiresAt: expires_at,
      actorId: by.id,
      actorName: by.name,
      actorEmail: by.email,
      operationKey: isOurs ? `${by.id}:history-${id}` : null,
      orderId: order_id === null ? null : `gid://shopify/Order/${order_id}`,
      orderName,
    },
  };
}

const SHOPIFY = { id: "shopify", name: "Shopify", email: "" };
const SHOPIFY_ADMIN = { id: "shopify-admin", name: "Shopify admin", email: "" };

function causeOf(
  { facts, staff }: DemoShop,
  { id, type, event, created_at }: StoredTransaction,
): { type: PostingType; reference: string; by: typeof SHOPIFY; isOurs: boolean } {
  if (type === "EXPIRATION")
    return { type: "Expiry", reference: "Credit expired", by: SHOPIFY, isOurs: false };
  if (event !== "ADJUSTMENT")
    return {
      type: type === "DEBIT" ? "Order" : "Refund",
      reference: event === "ORDER_PAYMENT" ? "Order paid" : "Order refunded",
      by: SHOPIFY,
      isOurs: false,
    };
  const posted = type === "CREDIT" ? ("Credit" as const) : ("Adjustment" as const);
  const issued = facts.credits.find(({ transactionId }) => transactionId === id);
  // The store's first customers had credit before the history.
  const hash = Math.floor(created_at.getTime() / 1000) % 10;
  if (!issued && hash < 3)
    return { type: posted, reference: "Given in Shopify", by: SHOPIFY_ADMIN, isOurs: false };
  const reference =
    issued?.reference ?? EARLIER_REFERENCES[hash % EARLIER_REFERENCES.length] ?? "Welcome credit";
  const isReturn = reference.startsWith("Return ");
  const by = isReturn ? staff.operations : hash % 4 === 0 ? staff.owner : staff.credit;
  return { type: posted, reference, by, isOurs: true };
}

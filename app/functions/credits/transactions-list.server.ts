import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import type { ExportFilter } from "~/core/exports/list-export.server";
import { defineSheet } from "~/core/exports/sheet-of-list.server";
import { listOf } from "~/core/lists/define-list.server";
import { cellColumn, column, field } from "~/core/lists/define-row.server";
import { queryRows } from "~/core/lists/list-query.server";
import { POSTING_STATE, POSTINGS_WITH_DETAILS } from "~/domain/ledger/list-transactions.server";
import { POSTING_STATES, POSTING_TYPES, type PostingState, type PostingType } from "~/domain/ledger/posting";
import { transactionsQuery } from "~/domain/ledger/select-transactions.server";
import { IS_UNSENT } from "~/domain/ledger/settle.server";
import {
  filterLines,
  type StoredTransactionFilter,
  storedTransactionFilter,
} from "~/domain/ledger/transaction-filter";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { absoluteCents, centsFromDatabase } from "~/platform/money/cents";
import { centsSchema } from "~/platform/money/cents-schema";
import { toUnits } from "~/platform/money/decimal";
import { fileTimestamp } from "~/platform/sheets/spreadsheet";
import { findWaitingReversals } from "./approvals/find-waiting.server";

const text = z.string();
/** ISO 8601. */
const instant = text;

/** Days of the ledger are MM/DD/YYYY, in UTC. */
const utcDay = (at: SQL) => sql`to_char((${at}) AT TIME ZONE 'UTC', 'MM/DD/YYYY')`;

/** The customer's account, for a statement without its join. */
const ofAccount = (name: string) => sql`(SELECT ${sql.raw(name)} FROM credit_accounts_of_shop AS a
  WHERE a.customer_id = posting.customer_id)`;

/** The amounts of some types. As numbers, so that a spreadsheet can add up the column. */
const amountColumn = (title: string, width: number, ...types: PostingType[]) =>
  cellColumn(
    sql`CASE WHEN posting.type IN (${sql.raw(types.map((type) => `'${type}'`).join(", "))}) THEN posting.amount_cents END`,
    {
      title,
      align: "end",
      width,
      sheet: (amount: string | null, currency) =>
        amount === null ? "" : toUnits(centsFromDatabase(amount), currency),
    },
  );

const STATE_WORDS: Record<PostingState, string> = {
  PENDING: "Pending",
  UNKNOWN: "Unknown",
  CONFIRMED: "Confirmed",
  FAILED: "Failed",
};

/** The ledger: the Transactions tab. Its pages are found by `listTransactions`, at any depth. */
export const transactionsList = listOf(transactionsQuery, {
  name: "credit-transactions",
  row: {
    createdDate: column(sql`posting.at`, instant, {
      title: "Date",
      format: "date",
      zone: "UTC",
      sort: { by: sql`posting.at`, type: "timestamptz" },
      narrow: "plain",
      width: 12,
      sheetRead: utcDay(sql`posting.at`),
    }),
    customerName: column(sql`coalesce(account.name, '')`, text, {
      title: "Customer",
      key: "customer",
      narrow: "title",
      width: 28,
      sheetRead: ofAccount("name"),
    }),
    customerEmail: column(sql`account.email`, text.nullable(), {
      title: "Email",
      key: "email",
      narrow: "plain",
      below: "customer",
      width: 34,
      sheetRead: ofAccount("email"),
    }),
    credit: amountColumn("Credit", 12, "Credit", "Opening"),
    adjustment: amountColumn("Adjustment", 12, "Adjustment", "Expiry"),
    discountCode: amountColumn("Discount Code", 14, "Discount Code"),
    order: amountColumn("Order", 12, "Order"),
    refund: amountColumn("Refund", 12, "Refund"),
    reference: column(sql`posting.reference`, text, { title: "Reference", width: 40 }),
    expirationDate: column(
      sql`CASE WHEN posting.expires_at IS NOT NULL THEN least(posting.expires_at, '9999-12-31T00:00:00Z') END`,
      instant.nullable(),
      {
        title: "Expire On",
        key: "expireOn",
        zone: "UTC",
        width: 12,
        sheetRead: utcDay(sql`posting.expires_at - interval '1 second'`),
      },
    ),
    adminName: column(sql`posting.actor_name`, text, {
      title: "Created By",
      key: "createdBy",
      below: "reference",
      width: 24,
      sheetRead: sql`coalesce(nullif(posting.actor_name, ''), posting.actor_email)`,
    }),
    state: column(sql`coalesce(open.state, ended.state, 'CONFIRMED')`, z.enum(POSTING_STATES), {
      title: "State",
      pages: [],
      width: 12,
      sheetRead: POSTING_STATE,
      sheet: (state) => STATE_WORDS[state],
    }),
    id: field(sql`posting.id`, text),
    shopifyCustomerId: field(sql`posting.customer_id`, text),
    transactionType: field(sql`posting.type`, z.enum(POSTING_TYPES)),
    /** In the shop's currency, without sign. */
    amount: field(sql`posting.amount_cents`, z.number(), (amount: string, { shop }) =>
      toUnits(absoluteCents(centsFromDatabase(amount)), shop.currency),
    ),
    /** Signed: what it does to the balance. */
    amountCents: field(sql`posting.amount_cents`, centsSchema, centsFromDatabase),
    adminEmail: field(sql`posting.actor_email`, text),
    /** Why it failed, or waits. */
    problem: field(sql`coalesce(open.problem, ended.problem)`, text.nullable()),
    orderName: field(sql`posting.order_name`, text.nullable()),
    /** The transaction that this one reverses. */
    reversesId: field(sql`posting.reverses_id`, text.nullable()),
    /** The transaction that reversed this one. */
    reversedById: field(sql`later.id`, text.nullable()),
    /**
     * `possible`: the database has failed over, and Shopify has a transaction that this one may be. It waits for a person's decision.
     * `recognized`: a person decided that it is that one, so it wasn't sent.
     */
    duplicate: field(
      sql`CASE WHEN open.possible_duplicate_of IS NOT NULL THEN 'possible' WHEN ended.duplicate_of IS NOT NULL THEN 'recognized' END`,
      z.enum(["possible", "recognized"]).nullable(),
    ),
    /** It was certainly not sent to Shopify, and has waited for longer than usual, so it can be canceled. */
    canBeGivenUp: field(
      sql`open.posting_id IS NOT NULL AND ${sql.raw(IS_UNSENT)} AND open.possible_duplicate_of IS NULL
        AND (open.problem IS NOT NULL OR posting.at < now() - interval '1 minute')`,
      z.boolean(),
    ),
  },
  search: { maxLength: 60, hint: "Customer, email or reference", afterMs: 1_000 },
  defaultSort: "createdDate desc",
  pageSize: 10,
});

/** A transaction of the ledger, with the request to reverse it that waits for a second approver. */
export const transaction = transactionsList.row.extend({
  waitingReversal: z.object({ id: text, askedByName: text, askedAt: instant }).nullable(),
});

export type Transaction = z.output<typeof transaction>;

/** Transactions by time. @param which picks some of the `posting` rows */
export async function readTransactions(
  tx: ShopTransaction,
  context: CallContext,
  which: SQL,
  { descending }: { descending: boolean },
): Promise<Transaction[]> {
  const { domain } = context.shop;
  const direction = sql.raw(descending ? "DESC" : "ASC");
  const records = await queryRows<{ id: string }>(
    tx,
    sql`SELECT ${transactionsList.select} FROM ${POSTINGS_WITH_DETAILS}
         WHERE posting.shop = ${domain} AND ${which}
         ORDER BY posting.at ${direction}, posting.number ${direction}`,
  );
  const ids = records.map(({ id }) => id);
  const waiting = ids.length > 0 ? await findWaitingReversals(tx, domain, ids) : undefined;
  return records.map((record) => {
    const request = waiting?.get(record.id);
    return {
      ...(transactionsList.rowOf(record, context) as z.output<typeof transactionsList.row>),
      waitingReversal: request ? { ...request, askedAt: request.askedAt.toISOString() } : null,
    };
  });
}

/** The spreadsheet of the ledger. */
export const creditTransactionsSheet = defineSheet(transactionsList, {
  name: "credit-transactions",
  flag: "showCredits",
  pick: ({ shop, request: { searchValue, filter } }: ExportFilter<StoredTransactionFilter>) => ({
    shop: shop.domain,
    filter: { ...filter, search: searchValue },
  }),
  filter: storedTransactionFilter,
  filterLines: ({ filter }, currency) => filterLines(filter, currency),
  title: () => "Credit Transactions",
  fileName: (_part, now) => `Credit_Transactions_${fileTimestamp(now)}`,
});

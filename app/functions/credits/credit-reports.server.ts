import { type SQL, sql } from "drizzle-orm";
import {
  defineExport,
  type ExportFilter,
  type ExportSource,
  NO_FILTER,
} from "~/core/exports/list-export.server";
import { withFilter } from "~/core/lists/list-query.server";
import { accountsQuery, sumOfOpen } from "~/domain/ledger/list-accounts.server";
import { POSTING_STATE } from "~/domain/ledger/list-transactions.server";
import type { PostingState, PostingType } from "~/domain/ledger/posting";
import { transactionsQuery } from "~/domain/ledger/select-transactions.server";
import {
  filterLines,
  type StoredTransactionFilter,
  storedTransactionFilter,
} from "~/domain/ledger/transaction-filter";
import { centsFromDatabase } from "~/platform/money/cents";
import { toUnits } from "~/platform/money/decimal";
import { type CellValue, fileTimestamp } from "~/platform/sheets/spreadsheet";

interface ExportedAccount {
  id: string;
  name: string;
  email: string | null;
  balance_cents: string;
  /** The sum of open postings, signed. */
  moving_cents: string;
}

interface ExportedTransaction {
  day: string;
  name: string | null;
  email: string | null;
  type: PostingType;
  amount_cents: string;
  reference: string;
  expires_day: string | null;
  actor: string;
  state: PostingState;
}

/** As a number, so that a spreadsheet can add up the column. */
const unitsOf = (amount: string, currency: string): number => toUnits(centsFromDatabase(amount), currency);

const accountsSource: ExportSource<ExportedAccount> = {
  query: withFilter(accountsQuery, ({ shop, request }: ExportFilter) => ({
    shop: shop.domain,
    search: request.searchValue,
  })),
  columns: sql`customer_id AS id, name, email, balance_cents,
      ${sumOfOpen(sql`true`)}::text AS moving_cents`,
  createdAt: sql`created_at`,
};

/** The spreadsheet of customers with credit. */
export const creditCustomersReport = defineExport({
  name: "credit-customers",
  flag: "showCredits",
  columns: [
    { title: "Name", width: 28, value: (row) => row.name },
    { title: "Email", width: 34, value: (row) => row.email ?? "" },
    { title: "Balance", width: 14, value: (row, currency) => unitsOf(row.balance_cents, currency) },
    {
      title: "On Its Way",
      width: 14,
      value: (row, currency) => (row.moving_cents === "0" ? "" : unitsOf(row.moving_cents, currency)),
    },
    { title: "Customer ID", width: 20, value: (row) => row.id },
  ],
  source: accountsSource,
  filter: NO_FILTER,
  title: () => "Customers with Credit",
  fileName: (_part, now) => `Credit_Customers_${fileTimestamp(now)}`,
});

/** Days of the ledger are MM/DD/YYYY, in UTC. */
const utcDay = (instant: SQL) => sql`to_char((${instant}) AT TIME ZONE 'UTC', 'MM/DD/YYYY')`;

const amountOf =
  (...types: PostingType[]) =>
  ({ type, amount_cents }: ExportedTransaction, currency: string): CellValue =>
    types.includes(type) ? unitsOf(amount_cents, currency) : "";

const STATE_WORDS: Record<PostingState, string> = {
  PENDING: "Pending",
  UNKNOWN: "Unknown",
  CONFIRMED: "Confirmed",
  FAILED: "Failed",
};

const transactionsSource: ExportSource<ExportedTransaction, StoredTransactionFilter> = {
  query: withFilter(
    transactionsQuery,
    ({ shop, request: { searchValue, filter } }: ExportFilter<StoredTransactionFilter>) => ({
      shop: shop.domain,
      filter: { ...filter, search: searchValue },
    }),
  ),
  columns: sql`${utcDay(sql`at`)} AS day, type, amount_cents, reference,
    ${utcDay(sql`expires_at - interval '1 second'`)} AS expires_day, coalesce(nullif(actor_name, ''), actor_email) AS actor,
    (SELECT name FROM credit_accounts_of_shop AS a WHERE a.customer_id = posting.customer_id) AS name,
    (SELECT email FROM credit_accounts_of_shop AS a WHERE a.customer_id = posting.customer_id) AS email,
    ${POSTING_STATE} AS state`,
  createdAt: sql`at`,
};

/** The spreadsheet of the ledger. */
export const creditTransactionsReport = defineExport({
  name: "credit-transactions",
  flag: "showCredits",
  columns: [
    { title: "Date", width: 12, value: (row) => row.day },
    { title: "Customer", width: 28, value: (row) => row.name ?? "" },
    { title: "Email", width: 34, value: (row) => row.email ?? "" },
    { title: "Credit", width: 12, value: amountOf("Credit", "Opening") },
    { title: "Adjustment", width: 12, value: amountOf("Adjustment", "Expiry") },
    { title: "Discount Code", width: 14, value: amountOf("Discount Code") },
    { title: "Order", width: 12, value: amountOf("Order") },
    { title: "Refund", width: 12, value: amountOf("Refund") },
    { title: "Reference", width: 40, value: (row) => row.reference },
    { title: "Expire On", width: 12, value: (row) => row.expires_day ?? "" },
    { title: "Created By", width: 24, value: (row) => row.actor },
    { title: "State", width: 12, value: (row) => STATE_WORDS[row.state] },
  ],
  source: transactionsSource,
  filter: storedTransactionFilter,
  filterLines: ({ filter }, currency) => filterLines(filter, currency),
  title: () => "Credit Transactions",
  fileName: (_part, now) => `Credit_Transactions_${fileTimestamp(now)}`,
});

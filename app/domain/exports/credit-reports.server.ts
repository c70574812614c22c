import { accountOrder, selectAccounts } from "~/domain/ledger/list-accounts.server";
import type { PostingState, PostingType } from "~/domain/ledger/posting";
import { transactionCondition } from "~/domain/ledger/select-transactions.server";
import { badRequest } from "~/platform/errors";
import { fileTimestamp } from "~/platform/sheets/file-name";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import type { Report } from "./report.server";

interface ExportedAccount {
  id: string;
  name: string;
  email: string | null;
  balance_cents: string;
  /** What open postings add, and take, together; signed. */
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

/** Whole cents as dollars, so that a column of them can be added up. */
const dollars = (cents: string): number => Number(cents) / 100;

const customers: Report<ExportedAccount> = {
  flag: "showCredits",
  columns: [
    { title: "Name", width: 28, value: (row) => row.name },
    { title: "Email", width: 34, value: (row) => row.email ?? "" },
    { title: "Balance", width: 14, value: (row) => dollars(row.balance_cents) },
    {
      title: "On Its Way",
      width: 14,
      value: (row) => (row.moving_cents === "0" ? "" : dollars(row.moving_cents)),
    },
    { title: "Customer ID", width: 20, value: (row) => row.id },
  ],
  source: {
    from: "(SELECT *, customer_id AS id FROM credit_accounts_of_shop) AS account",
    idType: "bigint",
    columns: `id, name, email, balance_cents,
      coalesce((SELECT sum(amount_cents) FROM ledger_open AS open
                  JOIN ledger_postings AS posting ON posting.shop = open.shop AND posting.id = open.posting_id
                 WHERE open.shop = account.shop AND open.customer_id = account.customer_id), 0)::text AS moving_cents`,
    createdAt: "created_at",
    select: (shop, { searchValue }) => selectAccounts(shop.domain, searchValue),
    orderBy: accountOrder,
  },
  title: () => "Customers with Credit",
  fileName: (_part, now) => `Credit_Customers_${fileTimestamp(now)}`,
};

/** Section 9 of the third specification text: days are MM/DD/YYYY, in UTC. */
const utcDay = (instant: string) => `to_char((${instant}) AT TIME ZONE 'UTC', 'MM/DD/YYYY')`;

const amountOf =
  (...types: PostingType[]) =>
  ({ type, amount_cents }: ExportedTransaction): CellValue =>
    types.includes(type) ? dollars(amount_cents) : "";

const STATE_WORDS: Record<PostingState, string> = {
  PENDING: "Pending",
  UNKNOWN: "Unknown",
  CONFIRMED: "Confirmed",
  FAILED: "Failed",
};

const transactions: Report<ExportedTransaction> = {
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
  source: {
    // The number is the list's own tie-breaker, so it stands for the id.
    from: `(SELECT shop, number AS id, id AS posting_id, at, customer_id, type, amount_cents, reference, expires_at, actor_id,
                   actor_name, actor_email FROM ledger_postings_of_shop) AS posting`,
    idType: "bigint",
    columns: `id, ${utcDay("at")} AS day, type, amount_cents, reference,
      ${utcDay("expires_at - interval '1 second'")} AS expires_day, coalesce(nullif(actor_name, ''), actor_email) AS actor,
      (SELECT name FROM credit_accounts AS a WHERE a.shop = posting.shop AND a.customer_id = posting.customer_id) AS name,
      (SELECT email FROM credit_accounts AS a WHERE a.shop = posting.shop AND a.customer_id = posting.customer_id) AS email,
      coalesce((SELECT state FROM ledger_open AS o WHERE o.shop = posting.shop AND o.posting_id = posting.posting_id),
               (SELECT state FROM ledger_outcomes AS o WHERE o.shop = posting.shop AND o.posting_id = posting.posting_id
                   AND o.state IN ('CONFIRMED', 'FAILED') LIMIT 1), 'CONFIRMED') AS state`,
    createdAt: "at",
    select: (shop, { searchValue, transactions: filter }) =>
      transactionCondition(shop.domain, { ...filter, search: searchValue }),
    orderBy(key) {
      if (key !== "createdAt") throw badRequest(`The ledger cannot be sorted by "${key}".`);
      return { expression: "at", type: "timestamptz" };
    },
  },
  title: () => "Credit Transactions",
  fileName: (_part, now) => `Credit_Transactions_${fileTimestamp(now)}`,
};

/** The spreadsheets of the Credits page: who has how much, and the ledger. */
export const CREDIT_REPORTS = { "credit-customers": customers, "credit-transactions": transactions } as const;

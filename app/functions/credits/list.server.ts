import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { NO_FILTER } from "~/core/exports/list-export.server";
import { defineSheet } from "~/core/exports/sheet-of-list.server";
import { defineList, type RowOf } from "~/core/lists/define-list.server";
import { column, field, sheetColumn } from "~/core/lists/define-row.server";
import { readRow } from "~/core/lists/read-list.server";
import { hasIn, sumOfOpen } from "~/domain/ledger/list-accounts.server";
import { systemClock } from "~/platform/clock";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import { withShop } from "~/platform/db/with-shop.server";
import { centsFromDatabase } from "~/platform/money/cents";
import { centsSchema } from "~/platform/money/cents-schema";
import { toUnits } from "~/platform/money/decimal";
import { fileTimestamp } from "~/platform/sheets/spreadsheet";
import { CREDITS_LIST } from "./tabs";

const text = z.string();

/** As a number, so that a spreadsheet can add up the column. */
const unitsOf = (amount: string, currency: string): number => toUnits(centsFromDatabase(amount), currency);

const customerId = sql`customer_id`;
const email = sql`email`;

/** Customers with credit: the Manage Credits tab. Amounts have at most as many decimals as the shop's currency. */
export const creditsList = defineList({
  name: CREDITS_LIST,
  from: sql`credit_accounts_of_shop AS account`,
  // The accounts before the page are only counted.
  pageAs: "account",
  id: { by: customerId, type: "bigint" },
  where: ({ shop }) => sql`shop = ${shop.domain}`,
  row: {
    name: column(sql`name`, text, {
      title: "Name",
      sort: { by: nameOrder(sql`name`), type: "text" },
      narrow: "title",
      width: 28,
    }),
    email: column(email, text.nullable(), {
      title: "Email",
      sort: { by: sql`lower(coalesce(email, ''))`, type: "text" },
      narrow: "plain",
      below: "name",
      width: 34,
    }),
    balance: column(
      sql`balance_cents`,
      z.number(),
      {
        title: "Balance",
        sort: { by: sql`balance_cents`, type: "bigint" },
        align: "end",
        width: 14,
        sheet: unitsOf,
      },
      (amount: string, { shop }) => unitsOf(amount, shop.currency),
    ),
    onItsWay: sheetColumn(sumOfOpen(sql`true`), {
      title: "On Its Way",
      width: 14,
      sheet: (amount, currency) => (amount === "0" ? "" : unitsOf(amount, currency)),
    }),
    /** The number at the end of Shopify's id. Negative for an erased customer. */
    shopifyCustomerId: column(customerId, text, { title: "Customer ID", width: 20, pages: [] }),
    balanceCents: field(sql`balance_cents`, centsSchema, centsFromDatabase),
    /** The part of the balance that pending adjustments will take. */
    heldCents: field(sql`held_cents`, centsSchema, centsFromDatabase),
    /** What pending credits will add. */
    comingCents: field(sumOfOpen(sql`posting.amount_cents > 0`), centsSchema, centsFromDatabase),
    /** When the balance was last compared with Shopify, ISO 8601. Null before the first comparison. */
    comparedAt: field(sql`compared_at`, text.nullable()),
  },
  filters: {},
  search: {
    maxLength: 60,
    hint: "Search Customers",
    afterMs: 1_000,
    where: (search) => hasIn(sql`search_text`, search),
  },
  count: {},
  defaultSort: "name asc",
  pageSize: 10,
});

export type CreditCustomer = RowOf<typeof creditsList>;

/** A customer with credit. Undefined for a customer who never had any. */
export const readCreditCustomer = (context: CallContext, id: number): Promise<CreditCustomer | undefined> =>
  withShop(context.shop.domain, (tx) =>
    readRow(tx, context, creditsList, sql`shop = ${context.shop.domain} AND customer_id = ${id}`),
  );

/** The spreadsheet of customers with credit. */
export const creditCustomersSheet = defineSheet(creditsList, {
  name: "credit-customers",
  flag: "showCredits",
  pick: ({ shop, request: { searchValue } }) => ({
    search: searchValue,
    reader: { shop, clock: systemClock },
  }),
  filter: NO_FILTER,
  title: () => "Customers with Credit",
  fileName: (_part, now) => `Credit_Customers_${fileTimestamp(now)}`,
});

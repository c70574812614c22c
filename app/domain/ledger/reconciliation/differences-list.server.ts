import { sql } from "drizzle-orm";
import { z } from "zod";
import { defineList, type RowOf } from "~/core/lists/define-list.server";
import { column, field } from "~/core/lists/define-row.server";
import { centsFromDatabase } from "~/platform/money/cents";
import { centsSchema } from "~/platform/money/cents-schema";
import { DIFFERENCE_KINDS } from "../difference";

const text = z.string();
/** ISO 8601. */
const instant = text;

/** The differences of the ledger with the customers' names, open and closed, latest first. */
export const differencesList = defineList({
  name: "ledger-proof",
  from: sql`ledger_differences AS difference
    LEFT JOIN credit_accounts AS account
      ON account.shop = difference.shop AND account.customer_id = difference.customer_id`,
  id: { by: sql`difference.id`, type: "bigint" },
  where: ({ shop }) => sql`difference.shop = ${shop.domain}`,
  row: {
    since: column(sql`difference.since`, instant, { title: "Since", zone: "UTC", narrow: "plain" }),
    customerName: column(sql`coalesce(nullif(account.name, ''), account.email, '')`, text, {
      title: "Customer",
      key: "customer",
      narrow: "title",
    }),
    /** A sentence that describes the difference. */
    what: column(sql`difference.what`, text, { title: "Difference found", narrow: "plain" }),
    oursCents: column(
      sql`difference.ours_cents`,
      centsSchema,
      { title: "Ledger", key: "ours", align: "end" },
      centsFromDatabase,
    ),
    theirsCents: column(
      sql`difference.theirs_cents`,
      centsSchema,
      { title: "Against", key: "theirs", align: "end" },
      centsFromDatabase,
    ),
    differenceCents: column(
      sql`difference.ours_cents - difference.theirs_cents`,
      centsSchema,
      { title: "Difference", key: "difference", align: "end" },
      centsFromDatabase,
    ),
    /** When it was closed. Null while it is open. */
    endedAt: column(sql`difference.ended_at`, instant.nullable(), {
      title: "State",
      key: "state",
      narrow: "plain",
    }),
    id: field(sql`difference.id`, text),
    kind: field(sql`difference.kind`, z.enum(DIFFERENCE_KINDS)),
    customerId: field(sql`difference.customer_id`, text.nullable()),
  },
  orders: { since: "id" },
  filters: {},
  search: null,
  defaultSort: "since desc",
  pageSize: 25,
});

/** A difference as calls answer it. */
export type LedgerDifference = RowOf<typeof differencesList>;

import type { Run } from "~/core/imports/import-definition.server";
import { readingOf } from "~/core/imports/stage-rows.server";
import type { NewPosting } from "~/domain/ledger/post.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, type Refusal } from "~/platform/errors";
import { creditRowOf } from "./checks";
import { currencyOf } from "./compare-credits.server";
import { creditImport } from "./credit-import";

/**
 * The postings of the rows that a run would write, in batches, with the rows' numbers.
 * @throws 409 for a row that can no longer be posted
 */
export async function* readPostings(
  tx: ShopTransaction,
  run: Run,
  rowsAtOnce: number,
  lock: "" | "FOR NO KEY UPDATE" = "",
) {
  const read = readingOf(creditImport, run);
  const currency = await currencyOf(tx);
  for (let after = 0; ; ) {
    const { rows } = await tx.$client.query<{ number: number; cells: string[]; customerId: string | null }>(
      `SELECT number, cells, (SELECT id::text FROM customers_of_shop AS customer
                               WHERE lower(customer.email) = import_rows.identity LIMIT 1) AS "customerId"
         FROM import_rows WHERE shop = $1 AND run_id = $2 AND verdict = 'change' AND number > $3
        ORDER BY number LIMIT $4 ${lock}`,
      [run.shop, run.id, after, rowsAtOnce],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.number;
    const postings = rows.map(({ number, cells, customerId }): NewPosting => {
      const row = creditRowOf(read({ number, cells }).values, currency);
      if ("failed" in row) throw cannotPost(number, row.failed[0] ?? "");
      if (customerId === null) throw cannotPost(number, "This customer no longer exists in the store.");
      return { customerId: Number(customerId), ...row };
    });
    yield { numbers: rows.map(({ number }) => number), postings };
  }
}

/** The refusal of a whole file because of one row. */
export const cannotPost = (row: number, problem: string): Refusal =>
  conflict(`Row ${row}: ${problem} Nothing was posted. Check the file again, and import it then.`);

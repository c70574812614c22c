import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallOptions } from "~/connectors/shopify/port";
import { defineImport, patchRow, type Run } from "~/core/imports/import-handler.server";
import { lookUpPersons } from "~/domain/customers/imports/look-up-persons.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { refreshBeforePosting } from "../reconcile/refresh-accounts.server";
import { assertUndoWithinLimit } from "./assert-within-limit.server";
import { DUPLICATE_EMAILS, ROW_CHECKS } from "./checks";
import { compareCredits, currencyOf } from "./compare-credits.server";
import { creditImport } from "./credit-import";
import { postAgain } from "./post-again.server";
import { beginCredits, readResults, resultsOfPostings } from "./post-rows.server";
import { sumUpCredits } from "./sum-up-credits.server";
import { resultsOfReversals, undoCredit } from "./undo-credit.server";

/**
 * Rows that are credits and adjustments: posted all together when the import starts, each done once the store has confirmed its
 * posting. One that failed is posted again when the failed rows are retried.
 */
export const importedCredits = defineImport({
  kind: creditImport,
  compare: compareCredits,
  created: () => [],
  lookUp: lookUpCredit,
  fileProblem,
  sumUp: sumUpCredits,
  begin: beginCredits,
  async write(row, context) {
    const { shop } = context;
    return withShop(shop, async (tx) => {
      const postingId = await postAgain(tx, row, context);
      if (row.outcome !== "written") await patchRow(tx, row, { outcome: "written" });
      const result = (await readResults(tx, shop, [postingId])).get(postingId);
      return result && result !== "deferred" ? result : { state: "pending", ref: postingId };
    });
  },
  beginUndo: (tx, { shop, id: runId }, by) => assertUndoWithinLimit(tx, { shop, runId }, by),
  undo: undoCredit,
  settleWrites: resultsOfPostings,
  settleUndos: resultsOfReversals,
});

/** The first of the four checks that the file does not pass; null when it passes all. */
export async function fileProblem(tx: ShopTransaction, { shop, id }: Run): Promise<string | null> {
  const { rows: repeated } = await tx.$client.query(
    `SELECT 1 FROM import_rows WHERE shop = $1 AND run_id = $2 AND identity IS NOT NULL
      GROUP BY identity HAVING count(*) > 1 LIMIT 1`,
    [shop, id],
  );
  if (repeated.length > 0) return DUPLICATE_EMAILS;
  const { rows } = await tx.$client.query<{ sentence: string }>(
    `SELECT DISTINCT problem ->> 'sentence' AS sentence FROM import_rows, json_array_elements(problems) AS problem
      WHERE shop = $1 AND run_id = $2 AND own_verdict = 'refused'`,
    [shop, id],
  );
  const sentences = new Set(rows.map(({ sentence }) => sentence));
  return ROW_CHECKS.find((check) => sentences.has(check)) ?? null;
}

/**
 * Updates the mirror with the customers of these emails, and compares their balances with Shopify.
 * @returns false when balances stay as of an earlier comparison, because Shopify took too long
 * @throws 502 when Shopify doesn't answer about the customers
 */
export async function lookUpCredit(
  shop: string,
  emails: readonly string[],
  call: CallOptions,
): Promise<boolean> {
  await lookUpPersons(shop, emails, call);
  const { currency, customerIds } = await withShop(shop, async (tx) => {
    const { rows } = await tx.$client.query<{ id: string }>(
      "SELECT id FROM customers_of_shop WHERE lower(email) = ANY($1::text[])",
      [emails],
    );
    return { currency: await currencyOf(tx), customerIds: rows.map(({ id }) => Number(id)) };
  });
  return refreshBeforePosting({ shop, currency, adminApi: liveAdminApi(shop) }, customerIds);
}

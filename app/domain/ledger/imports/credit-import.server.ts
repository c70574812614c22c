import { defineImport } from "~/core/imports/import-handler.server";
import { patchRow } from "~/core/imports/patch-rows.server";
import { withShop } from "~/platform/db/with-shop.server";
import { assertUndoWithinLimit } from "./assert-within-limit.server";
import { compareCredits } from "./compare-credits.server";
import { creditImport } from "./credit-import";
import { fileProblem } from "./file-problem.server";
import { lookUpCredit } from "./look-up-credit.server";
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

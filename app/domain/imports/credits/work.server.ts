import { withShop } from "~/platform/db/with-shop.server";
import { lookUpPersons } from "../persons/look-up.server";
import { patchRow } from "../persons/person-row.server";
import type { ImportWork } from "../work.server";
import { compareCredits } from "./compare.server";
import { fileProblem } from "./file-problem.server";
import { creditImport } from "./kind";
import { BEGUN, beginCredits, fatesIn, writtenCredit } from "./post.server";
import { postAgain } from "./post-again.server";
import { takeBackCredit } from "./take-back.server";

/**
 * Rows that are credits and adjustments: posted all together when the import starts, each done once the store has confirmed its
 * posting. One that failed is posted anew when the failed rows are retried.
 */
export const creditWork: ImportWork = {
  kind: creditImport,
  compare: compareCredits,
  created: () => [],
  lookUp: lookUpPersons,
  fileProblem,
  begin: beginCredits,
  async write(row, context) {
    const { shop } = context;
    return withShop(shop, async (tx) => {
      const postingId = (await postAgain(tx, row, context)) ?? writtenCredit(row).postingId;
      if (row.outcome !== "written") await patchRow(tx, row, { outcome: "written" });
      const fate = (await fatesIn(tx, shop, [postingId])).get(postingId);
      return fate && fate !== "put off" ? fate : { state: "asked", ref: `${BEGUN}${postingId}` };
    });
  },
  undo: takeBackCredit,
};

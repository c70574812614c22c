import type { Run } from "~/core/imports/import-handler.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { DUPLICATE_EMAILS, ROW_CHECKS } from "./checks";

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

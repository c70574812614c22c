import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { compareContents, contentOf, keysOf } from "./content";
import type { ReadLine } from "./reading";
import { receiptContentKeys } from "./tables.server";

const MAX_CANDIDATES = 30;

const hashOf = (key: string): bigint => createHash("sha256").update(key).digest().readBigInt64BE();

/** @param digest of the upload: the same file is found again, even if it can't be read */
export async function storeContentKeys(
  tx: ShopTransaction,
  {
    shop,
    submissionId,
    digest,
    lines,
  }: { shop: string; submissionId: number; digest: string; lines: readonly ReadLine[] },
): Promise<void> {
  await tx
    .delete(receiptContentKeys)
    .where(
      sql`${eq(receiptContentKeys.shop, shop)} AND ${eq(receiptContentKeys.submissionId, submissionId)}`,
    );
  const keys = new Set([`file ${digest}`, ...keysOf(contentOf(lines))].map(hashOf));
  await tx
    .insert(receiptContentKeys)
    .values([...keys].map((key) => ({ shop, submissionId, key })))
    .onConflictDoNothing();
}

/** Submissions by how the text of their receipt is to another one's. */
export interface ContentMatches {
  same: number[];
  /** Clearly of another purchase, however similar the pictures are. */
  different: number[];
}

/**
 * Compares the text of a submission's receipt with those that have a key in common, and with these.
 * @param others such as those with a similar picture
 */
export async function findContentMatches(
  tx: ShopTransaction,
  submissionId: number,
  others: readonly number[],
): Promise<ContentMatches> {
  // One that isn't stored yet.
  if (submissionId === 0) return { same: [], different: [] };
  const found = await queryRows<{ id: number; isFile: boolean; lines: ReadLine[] | null }>(
    tx,
    sql`WITH own AS (SELECT key FROM receipt_content_keys WHERE shop = current_setting('app.shop') AND submission_id = ${submissionId}),
      shared AS (
        SELECT k.submission_id, count(*) AS keys FROM receipt_content_keys AS k
         WHERE k.shop = current_setting('app.shop') AND k.key = ANY(ARRAY(SELECT key FROM own)) AND k.submission_id <> ${submissionId}
         GROUP BY 1 ORDER BY 2 DESC, 1 DESC LIMIT ${MAX_CANDIDATES})
      SELECT s.id::float8 AS id, file.digest = (
               SELECT mine.digest FROM attachments AS mine JOIN submissions AS me ON me.shop = mine.shop AND me.attachment_id = mine.id
                WHERE me.shop = s.shop AND me.id = ${submissionId}) AS "isFile", r.lines
        FROM submissions AS s
        LEFT JOIN receipt_readings AS r ON r.shop = s.shop AND r.submission_id = s.id AND r.attachment_id = s.attachment_id
        LEFT JOIN attachments AS file ON file.shop = s.shop AND file.id = s.attachment_id
       WHERE s.shop = current_setting('app.shop')
         AND s.id = ANY(ARRAY(SELECT submission_id FROM shared) || ${sql.param([submissionId, ...others])}::bigint[])`,
  );
  const own = found.find(({ id }) => id === submissionId)?.lines;
  const content = own && contentOf(own);
  const matches: ContentMatches = { same: [], different: [] };
  for (const { id, isFile, lines } of found) {
    if (id === submissionId) continue;
    const verdict = isFile
      ? "same"
      : content && lines
        ? compareContents(content, contentOf(lines))
        : "unclear";
    if (verdict !== "unclear") matches[verdict].push(id);
  }
  return matches;
}

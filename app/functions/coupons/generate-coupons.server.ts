import { randomUUID } from "node:crypto";
import type { CallContext } from "~/core/context.server";
import { importObjects } from "~/core/imports/import-objects.server";
import { runIdOf } from "~/core/imports/open.server";
import { assertEnoughPlaces, newTexts } from "~/domain/codes/code-pattern.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { importForm, POOL_FIELD_NAME } from "./import";
import { archivedText, requirePool } from "./pool.server";

interface NewCoupons {
  pool: number;
  /** The code, with `#` for each random character. */
  pattern: string;
  count: number;
}

/**
 * Adds codes of a pattern to a pool, as an import of these codes does: as a job that sends them to Shopify, which can be undone.
 * Repeating the operation id starts nothing again.
 * @throws 400 for a pattern with too few `#` or too few free codes, 404 for an unknown pool, 409 for one that is archived
 */
export async function generateCoupons(
  context: CallContext,
  { pool: poolId, pattern, count }: NewCoupons,
  operationId: string = randomUUID(),
): Promise<{ pool: string; jobId: string | null; importId: string }> {
  assertEnoughPlaces(pattern, count);
  const { domain } = context.shop;
  const importId = runIdOf(context, importForm, operationId);
  const { pool, earlier } = await withShop(domain, async (tx) => {
    const { rows } = await tx.$client.query<{ jobId: string | null }>(
      `SELECT job_id AS "jobId" FROM import_runs WHERE shop = $1 AND id = $2 AND job_id IS NOT NULL`,
      [domain, importId],
    );
    return { pool: await requirePool(tx, domain, poolId), earlier: rows[0] };
  });
  if (pool.archivedAt !== null) throw conflict(archivedText(pool.name));
  if (earlier) return { pool: pool.name, jobId: earlier.jobId, importId };
  const texts = await newTexts(pattern, count, (some) => findTakenCoupons(domain, some));
  const rows = texts.map((CouponCode) => ({ CouponCode }));
  const defaults = { [POOL_FIELD_NAME]: String(poolId) };
  const started = await importObjects(
    context,
    importForm,
    rows,
    operationId,
    defaults,
    `codes like ${pattern}`,
  );
  return { pool: pool.name, jobId: started.jobId, importId: started.importId };
}

const findTakenCoupons = (shop: string, texts: readonly string[]): Promise<ReadonlySet<string>> =>
  withShop(shop, async (tx) => {
    const { rows } = await tx.$client.query<{ code: string }>(
      "SELECT lower(code) AS code FROM coupon_codes WHERE shop = $1 AND lower(code) = ANY($2::text[])",
      [shop, texts.map((text) => text.toLowerCase())],
    );
    return new Set(rows.map(({ code }) => code));
  });

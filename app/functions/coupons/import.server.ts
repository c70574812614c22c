import { randomUUID } from "node:crypto";
import type { CallContext } from "~/core/context.server";
import {
  type Compared,
  defineImport,
  patchRow,
  type StoredImport,
  type StoredRow,
  storeUndone,
} from "~/core/imports/import-definition.server";
import { importObjects } from "~/core/imports/import-objects.server";
import { discardImport, runIdOf } from "~/core/imports/open.server";
import type { ReadRow } from "~/core/imports/read-row";
import { readingOf } from "~/core/imports/stage-rows.server";
import { keyConflict } from "~/core/intents/idempotency-key.server";
import { assertEnoughPlaces, newTexts } from "~/domain/codes/code-pattern.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import type { ItemContext, ItemOutcome, ItemResults, PendingItem } from "~/platform/jobs/job.server";
import { requestSendCodes } from "./batch.server";
import { importForm, POOL_FIELD_NAME } from "./import";
import { WITHOUT_USES } from "./orders.server";
import { archivedText, findPool, requirePool } from "./pool.server";
import type { CouponState } from "./tables.server";
import { couponStates } from "./transitions.server";

/**
 * Rows that are coupon codes of a pool. They are stored all together when the import starts, and sent to Shopify in batches. A row
 * is done when Shopify has its code. Undoing removes the codes that no order has.
 */
export const importedCoupons = defineImport({
  form: importForm,
  compare: compareCoupons,
  created: () => [],
  write: writeCoupon,
  undo: undoCoupon,
  file: {
    problem: async (tx, run) => {
      const pool = await findPool(tx, run.shop, poolOf(run));
      if (!pool)
        return "The pool of this file no longer exists. Choose another one and upload the file again.";
      return pool.archivedAt === null ? null : archivedText(pool.name);
    },
    waitReason,
    givenName: async (tx, run) => (await findPool(tx, run.shop, poolOf(run)))?.name ?? null,
    sumUp: async (tx, run) => {
      const pool = await findPool(tx, run.shop, poolOf(run));
      if (!pool) return { summary: [], question: null };
      const isNew = pool.discountNumber === null;
      return {
        summary: [
          `The codes are added to the pool ${pool.name}${isNew ? ", whose discount is created in Shopify with them" : ""}.`,
        ],
        question: null,
      };
    },
  },
  together: { begin: beginCoupons },
  pending: { writes: settleWrites, undos: settleUndos },
});

const poolOf = ({ defaults }: Pick<StoredImport, "defaults">): number =>
  Number(defaults?.[POOL_FIELD_NAME] ?? 0);

/** Open pages of a waiting import count again every few seconds. */
const MAX_WAIT_COUNT = 10_000;

/**
 * Codes are sent in the order of `openNextBatch`, one batch at a time. Another pool whose batch was left open is passed over until that
 * is finished.
 */
async function waitReason(tx: ShopTransaction, run: StoredImport): Promise<string | null> {
  const { rows } = await tx.$client.query<{ codes: number }>(
    `SELECT count(*)::int AS codes FROM (
       SELECT FROM coupon_codes AS c
        WHERE c.shop = $1 AND c.state IN ('waiting', 'removing') AND c.import_run_id IS DISTINCT FROM $2
          AND (c.pool_id, c.id) < (SELECT own.pool_id, min(own.id) FROM coupon_codes AS own
                                    WHERE own.shop = $1 AND own.import_run_id = $2 AND own.state = 'waiting'
                                    GROUP BY own.pool_id)
          AND (c.pool_id = $3 OR NOT EXISTS
               (SELECT FROM coupon_batches AS b
                 WHERE b.shop = c.shop AND b.pool_id = c.pool_id AND b.lease_until < clock_timestamp()))
        LIMIT ${MAX_WAIT_COUNT + 1}) AS others`,
    [run.shop, run.id, poolOf(run)],
  );
  const codes = rows[0]?.codes ?? 0;
  if (codes === 0) return null;
  const count = Math.min(codes, MAX_WAIT_COUNT).toLocaleString("en-US");
  const others =
    codes === 1 ? "1 other code is" : `${codes > MAX_WAIT_COUNT ? "more than " : ""}${count} other codes are`;
  return `The codes of this file wait until ${others} added or removed.`;
}

interface OtherCoupon {
  /** As the file has it. */
  code: string;
  pool_id: string;
  pool: string;
  state: CouponState;
}

async function compareCoupons(tx: ShopTransaction, rows: readonly ReadRow[]): Promise<Compared[]> {
  const { rows: others } = await tx.$client.query<OtherCoupon>(
    // Lowered by the database, as the index: JavaScript makes other letters of some, such as İ and the last Σ of a word.
    `SELECT given.code, c.pool_id, p.name AS pool, c.state
       FROM unnest($1::text[]) AS given (code)
       JOIN coupon_codes AS c ON lower(c.code) = lower(given.code)
       JOIN coupon_pools AS p ON p.shop = c.shop AND p.id = c.pool_id
      WHERE c.shop = current_setting('app.shop') AND (c.state <> 'failed' OR c.order_id IS NOT NULL)`,
    [rows.flatMap(({ values }) => values.CouponCode ?? [])],
  );
  const byCode = new Map(others.map((other) => [other.code, other]));
  return rows.map(({ identity, values, problems }) => {
    if (problems.length > 0 || !identity) return { verdict: "refused", changes: [], problems };
    const other = byCode.get(values.CouponCode ?? "");
    if (!other) return { verdict: "create", changes: [], problems };
    const isInDiscount = !["removing", "deactivated", "failed"].includes(other.state);
    if (other.pool_id === values[POOL_FIELD_NAME] && isInDiscount)
      return { verdict: "unchanged", changes: [], problems };
    const sentence = refusalOf(other, values.CouponCode ?? "");
    return { verdict: "refused", changes: [], problems: [{ field: "CouponCode", sentence }] };
  });
}

/** Why a code isn't taken that a pool has. */
function refusalOf({ pool, state }: OtherCoupon, code: string): string {
  if (state === "removing")
    return `The code ${code} is being removed from the pool ${pool}. Upload the file again in a minute.`;
  // Of an order's coupon that was deactivated, and that Shopify didn't add again.
  return state === "deactivated" || state === "failed"
    ? `The code ${code} of the pool ${pool} is deactivated. Activate it under Coupons, or use another code.`
    : `The pool ${pool} has the code ${code}. Use another code.`;
}

const BATCH_SIZE = 5_000;

/** Stores the codes of a run, which are then sent. A code that Shopify refused before may be sent again. */
async function beginCoupons(tx: ShopTransaction, run: StoredImport): Promise<void> {
  // Two files with the same codes in another order could deadlock. Codes keep the order of their file, in which they are assigned.
  await tx.$client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `coupon codes ${run.shop}`,
  ]);
  const pool = await requirePool(tx, run.shop, poolOf(run));
  const read = readingOf(importForm, run);
  for (let after = 0; ; ) {
    const { rows } = await tx.$client.query<{ number: number; cells: string[] }>(
      `SELECT number, cells FROM import_rows
        WHERE shop = $1 AND run_id = $2 AND number > $3 AND verdict = 'create' ORDER BY number LIMIT ${BATCH_SIZE}`,
      [run.shop, run.id, after],
    );
    const last = rows.at(-1);
    if (!last) break;
    after = last.number;
    await tx.$client.query(
      `INSERT INTO coupon_codes AS c (shop, pool_id, code, import_run_id, import_row)
       SELECT $1, $2::bigint, one.code, $3::uuid, one.number FROM (
         SELECT DISTINCT ON (lower(given.code)) given.code, given.number
           FROM unnest($4::text[], $5::int[]) AS given (code, number) ORDER BY lower(given.code), given.number) AS one
        ORDER BY one.number
       ON CONFLICT (shop, lower(code)) DO UPDATE
         SET pool_id = excluded.pool_id, code = excluded.code, import_run_id = excluded.import_run_id,
             import_row = excluded.import_row, ${couponStates.set("waiting")}, message = NULL, deactivated_at = NULL, ${WITHOUT_USES}
         WHERE c.state = 'failed' AND c.order_id IS NULL`,
      [
        run.shop,
        pool.id,
        run.id,
        rows.map((row) => read(row).values.CouponCode ?? ""),
        rows.map(({ number }) => number),
      ],
    );
  }
  await requestSendCodes(tx, run.shop);
}

interface ImportedCoupon {
  id: string;
  /** An order has it. */
  is_ordered: boolean;
  state: CouponState;
  message: string | null;
}

async function couponOf(tx: ShopTransaction, row: StoredRow): Promise<ImportedCoupon | undefined> {
  const { rows } = await tx.$client.query<ImportedCoupon>(
    "SELECT id, state, message, order_id IS NOT NULL AS is_ordered FROM coupon_codes WHERE shop = $1 AND import_run_id = $2 AND import_row = $3 FOR UPDATE",
    [row.shop, row.runId, row.number],
  );
  return rows[0];
}

/** Waits for a row's code. A code that failed is sent again when its row is retried. */
async function writeCoupon(row: StoredRow, { shop }: ItemContext): Promise<ItemOutcome | PendingItem> {
  return withShop(shop, async (tx) => {
    const coupon = await couponOf(tx, row);
    if (!coupon)
      return {
        state: "failed",
        message: `The code ${row.values.CouponCode} was added with another row or file. Use another code.`,
      };
    if (row.outcome !== "written")
      await patchRow(tx, row, { written: { couponId: Number(coupon.id) }, outcome: "written" });
    if (coupon.state === "failed" && row.outcome === "written") {
      await tx.$client.query(
        `UPDATE coupon_codes SET ${couponStates.set("waiting")}, message = NULL, deactivated_at = NULL, ${WITHOUT_USES}
          WHERE shop = $1 AND id = $2 AND state = 'failed'`,
        [shop, coupon.id],
      );
      await requestSendCodes(tx, shop);
      return { state: "pending", ref: coupon.id };
    }
    return outcomeOf(coupon) ?? { state: "pending", ref: coupon.id };
  });
}

const outcomeOf = ({ state, message }: ImportedCoupon): ItemOutcome | null => {
  if (state === "waiting") return null;
  if (state === "failed") return { state: "failed", message: message ?? "Shopify refused this code." };
  return { state: "done", message: "Shopify has this code." };
};

/** Has a row's code removed, unless an order has it or used it. */
async function undoCoupon(row: StoredRow, { shop }: ItemContext): Promise<ItemOutcome | PendingItem> {
  return withShop(shop, async (tx) => {
    const coupon = await couponOf(tx, row);
    if (!coupon) return REMOVED;
    const { rows } = await tx.$client.query<{ state: CouponState }>(
      `UPDATE coupon_codes SET message = NULL,
              state = CASE WHEN state = 'free' THEN 'removing' ELSE state END, deactivated_at = NULL
        WHERE shop = $1 AND id = $2 AND order_id IS NULL AND (state = 'removing' OR state = 'free' AND redeemed_at IS NULL)
       RETURNING state`,
      [shop, coupon.id],
    );
    if (rows.length > 0) {
      await requestSendCodes(tx, shop);
      return { state: "pending", ref: coupon.id };
    }
    if ((coupon.state === "failed" || coupon.state === "deactivated") && !coupon.is_ordered) {
      const { rowCount } = await tx.$client.query(
        "DELETE FROM coupon_codes WHERE shop = $1 AND id = $2 AND redeemed_at IS NULL",
        [shop, coupon.id],
      );
      if (rowCount === 1) {
        await storeUndone(tx, shop, [row]);
        return REMOVED;
      }
    }
    if (coupon.state === "waiting")
      return { state: "failed", message: "This code is being added. Undo it in a minute." };
    return {
      state: "skipped",
      message: "An order has this coupon or used it, so it stays.",
      reason: "assigned or used",
    };
  });
}

const REMOVED: ItemOutcome = { state: "done", message: "Shopify no longer has this code." };

async function settleWrites(shop: string, refs: readonly string[]): Promise<ItemResults> {
  const found = await readCoupons(shop, refs);
  return new Map(
    refs.flatMap((ref) => {
      const coupon = found.get(ref);
      const outcome: ItemOutcome | null = coupon
        ? outcomeOf(coupon)
        : { state: "skipped", message: "This code was removed again." };
      return outcome ? [[ref, outcome] as const] : [];
    }),
  );
}

async function settleUndos(shop: string, refs: readonly string[]): Promise<ItemResults> {
  const found = await readCoupons(shop, refs);
  return new Map(
    refs.flatMap((ref) => {
      const coupon = found.get(ref);
      if (!coupon) return [[ref, REMOVED] as const];
      if (coupon.state === "removing") return [];
      const message = coupon.message ?? "Shopify didn't delete this code. Try again.";
      return [[ref, { state: "failed", message } satisfies ItemOutcome] as const];
    }),
  );
}

async function readCoupons(
  shop: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ImportedCoupon>> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<ImportedCoupon>(
      "SELECT id, state, message, order_id IS NOT NULL AS is_ordered FROM coupon_codes WHERE shop = $1 AND id = ANY ($2::bigint[])",
      [shop, ids],
    ),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

interface NewCoupons {
  pool: number;
  /** The code, with `#` for each random character. */
  pattern: string;
  count: number;
}

/**
 * Adds codes of a pattern to a pool, as an import of these codes does: as a job that sends them to Shopify, which can be undone.
 * Repeating the operation id starts nothing again.
 * @throws 400 for a pattern with too few `#` or too few free codes, 404 for an unknown pool, 409 for one that is archived, and when the
 * operation id was used for other codes
 */
export async function generateCoupons(
  context: CallContext,
  { pool: poolId, pattern, count }: NewCoupons,
  operationId: string = randomUUID(),
): Promise<{ pool: string; jobId: string | null; importId: string }> {
  assertEnoughPlaces(pattern, count);
  const { domain } = context.shop;
  const importId = runIdOf(context, importForm, operationId);
  const source = `codes like ${pattern}`;
  const { pool, earlier } = await withShop(domain, async (tx) => {
    const { rows } = await tx.$client.query<{ jobId: string | null; isSame: boolean }>(
      `SELECT job_id AS "jobId", row_count = $3 AND file_name = $4 AND defaults ->> $5 = $6 AS "isSame"
         FROM import_runs WHERE shop = $1 AND id = $2`,
      [domain, importId, count, source, POOL_FIELD_NAME, String(poolId)],
    );
    return { pool: await requirePool(tx, domain, poolId), earlier: rows[0] };
  });
  if (pool.archivedAt !== null) throw conflict(archivedText(pool.name));
  if (earlier?.jobId) {
    if (!earlier.isSame) throw keyConflict("pattern or number of codes");
    return { pool: pool.name, jobId: earlier.jobId, importId };
  }
  // An earlier attempt ended before its codes were started. The new ones are others.
  if (earlier) await discardImport(context, importId);
  const texts = await newTexts(pattern, count, (some) => findTakenCoupons(domain, some));
  const rows = texts.map((CouponCode) => ({ CouponCode }));
  const defaults = { [POOL_FIELD_NAME]: String(poolId) };
  const started = await importObjects(context, importForm, rows, operationId, defaults, source);
  return { pool: pool.name, jobId: started.jobId, importId: started.importId };
}

const findTakenCoupons = (shop: string, texts: readonly string[]): Promise<ReadonlySet<string>> =>
  withShop(shop, async (tx) => {
    const { rows } = await tx.$client.query<{ code: string }>(
      `SELECT given.code FROM unnest($2::text[]) AS given (code)
        WHERE EXISTS (SELECT FROM coupon_codes AS c WHERE c.shop = $1 AND lower(c.code) = lower(given.code))`,
      [shop, texts],
    );
    return new Set(rows.map(({ code }) => code));
  });

import { randomUUID } from "node:crypto";
import type pg from "pg";
import { type Queryable, type Store, transaction } from "../data/database.ts";
import type { UserError } from "../data/rows.ts";
import { lockProduct, touchProduct } from "./change-product.ts";
import { mediaOfProducts } from "./media.ts";
import type { JobRow } from "./rows.ts";

/** The result of a request to reorder media: the job, or user errors. */
export interface ReorderRequest {
  job: JobRow | null;
  userErrors: UserError[];
}

/** How long a job waits before it runs, so that clients have to poll it. */
const DELAY_MS = 1_000;

/** Queues moves of a product's media. Positions start at 0 and apply one after another. */
export async function requestReorder(
  store: Store,
  shop: string,
  productId: number,
  moves: JobRow["moves"],
): Promise<ReorderRequest> {
  return transaction(store, async (client) => {
    const product = await lockProduct(client, shop, productId);
    if (!product) {
      const error = { field: ["id"], message: "Product does not exist", code: "PRODUCT_DOES_NOT_EXIST" };
      return { job: null, userErrors: [error] };
    }
    const media = (await mediaOfProducts(client, shop, [productId])).get(productId) ?? [];
    const userErrors = moves.flatMap((move, index) =>
      media.some(({ id }) => id === move.id)
        ? []
        : [
            {
              field: ["moves", String(index), "id"],
              message: "Media does not exist on the given product",
              code: "MEDIA_DOES_NOT_EXIST_ON_PRODUCT",
            },
          ],
    );
    if (userErrors.length > 0) return { job: null, userErrors };
    const { rows } = await client.query<JobRow>(
      "INSERT INTO jobs (shop, id, product_id, moves, due_at) VALUES ($1, $2, $3, $4, $5) RETURNING *",
      [
        shop,
        randomUUID(),
        productId,
        JSON.stringify(moves),
        new Date(store.clock.now() + store.delayMs(DELAY_MS)),
      ],
    );
    return { job: rows[0] as JobRow, userErrors: [] };
  });
}

/** The job with this id, or null. */
export async function findJob(db: Queryable, shop: string, id: string): Promise<JobRow | null> {
  const { rows } = await db.query<JobRow>("SELECT * FROM jobs WHERE shop = $1 AND id = $2", [shop, id]);
  return rows[0] ?? null;
}

/** Runs the jobs that are due. */
export async function runDueJobs(store: Store): Promise<void> {
  const now = new Date(store.clock.now());
  const { rows } = await store.pool.query<Pick<JobRow, "shop" | "id">>(
    "SELECT shop, id FROM jobs WHERE done_at IS NULL AND due_at <= $1 ORDER BY due_at",
    [now],
  );
  for (const { shop, id } of rows) await runJob(store, shop, id, now);
}

async function runJob(store: Store, shop: string, id: string, now: Date): Promise<void> {
  await transaction(store, async (client) => {
    const { rows } = await client.query<JobRow>(
      "UPDATE jobs SET done_at = $3 WHERE shop = $1 AND id = $2 AND done_at IS NULL RETURNING *",
      [shop, id, now],
    );
    const job = rows[0];
    if (!job || !(await lockProduct(client, shop, job.product_id))) return;
    await moveMedia(client, store, shop, job.product_id, job.moves);
  });
}

/** Moves a locked product's media and queues `products/update` if their order changes. */
export async function moveMedia(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  productId: number,
  moves: JobRow["moves"],
): Promise<void> {
  const media = (await mediaOfProducts(client, shop, [productId])).get(productId) ?? [];
  const before = media.map((file) => file.id);
  const after = moved(before, moves);
  if (after.every((file, index) => file === before[index])) return;
  await client.query(
    `UPDATE product_media m SET position = n.position
     FROM unnest($3::bigint[]) WITH ORDINALITY AS n (media_id, position)
     WHERE m.shop = $1 AND m.product_id = $2 AND m.media_id = n.media_id`,
    [shop, productId, after],
  );
  await touchProduct(client, store, shop, productId);
}

/** Applies the moves one after another. Files that no longer exist are skipped. */
function moved(ids: readonly number[], moves: JobRow["moves"]): number[] {
  const list = [...ids];
  for (const { id, newPosition } of moves) {
    const at = list.indexOf(id);
    if (at < 0) continue;
    list.splice(at, 1);
    list.splice(Math.min(newPosition, list.length), 0, id);
  }
  return list;
}

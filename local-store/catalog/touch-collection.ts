import type pg from "pg";
import type { Store } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import { collectionPayload } from "../webhooks/collection-payload.ts";
import { emit } from "../webhooks/emit.ts";
import type { CollectionRow } from "./rows.ts";

/** Updates a collection's `updated_at` and queues `collections/update`. */
export async function touchCollection(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  id: number,
): Promise<void> {
  const { rows } = await client.query<CollectionRow>(
    "UPDATE collections SET updated_at = $3 WHERE shop = $1 AND id = $2 RETURNING *",
    [shop, id, shopifyNow(store)],
  );
  if (rows[0]) await emit(client, store, shop, "collections/update", collectionPayload(rows[0]));
}

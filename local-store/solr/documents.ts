import { type Store, transaction } from "../data/database.ts";

/** Where documents are. */
export interface CollectionPlace {
  shop: string;
  collection: string;
}

/** A document, or the deletion of one. */
export interface DocumentUpdate {
  id: string;
  document: Record<string, unknown> | null;
}

/** Receives updates. No search finds them before the next commit. */
export async function receiveUpdates(
  store: Store,
  { shop, collection }: CollectionPlace,
  updates: readonly DocumentUpdate[],
): Promise<void> {
  await store.pool.query(
    `INSERT INTO solr_updates (shop, collection, id, document)
     SELECT $1, $2, id, document FROM jsonb_to_recordset($3::jsonb) AS received(id text, document jsonb)`,
    [shop, collection, JSON.stringify(updates)],
  );
}

/** Applies the updates that were received, the last one of each document. */
export async function commit(store: Store, { shop, collection }: CollectionPlace): Promise<void> {
  await transaction(store, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`solr ${shop} ${collection}`]);
    await client.query(
      `WITH received AS (DELETE FROM solr_updates WHERE shop = $1 AND collection = $2 RETURNING position, id, document),
            latest AS (SELECT DISTINCT ON (id) id, document FROM received ORDER BY id, position DESC),
            gone AS (DELETE FROM solr_documents AS kept USING latest
                      WHERE kept.shop = $1 AND kept.collection = $2 AND kept.id = latest.id
                        AND coalesce(latest.document, 'null'::jsonb) = 'null'::jsonb)
       INSERT INTO solr_documents (shop, collection, id, document)
       SELECT $1, $2, id, document FROM latest WHERE coalesce(document, 'null'::jsonb) <> 'null'::jsonb
       ON CONFLICT (shop, collection, id) DO UPDATE SET document = excluded.document`,
      [shop, collection],
    );
  });
}

/** Forgets the updates that no commit has applied. */
export async function rollback(store: Store, { shop, collection }: CollectionPlace): Promise<void> {
  await store.pool.query("DELETE FROM solr_updates WHERE shop = $1 AND collection = $2", [shop, collection]);
}

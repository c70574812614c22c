import type { KeyObject } from "node:crypto";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { signerIn } from "~/platform/secrets/register-keys.server";
import { signWith } from "~/platform/secrets/secrets.server";

/** One seal covers no more, so that its transaction stays short. */
const MAX_PER_SEAL = 50_000;

/**
 * Ids are assigned before a transaction commits, so an entry may appear late, but at most this many ids behind. One that appears
 * further back was inserted outside Backroom. It isn't sealed, and the proof reports it.
 */
const LATE_BY = 10_000;

/** What a seal is made over. */
export interface SealedContent {
  shop: string;
  number: number;
  /** Of the seal before; empty for the first one. */
  previousMark: string;
  ids: string;
  entries: number;
  /** Over the entries' digests, in the order of their ids. */
  digest: string;
}

/** The purpose of the keys that sign seals. */
export const AUDIT_SEALS = "audit seals";

/** The mark of a seal: only who has the app's secret can make it, so the database alone cannot be changed unseen. */
export const sealMark = (
  { shop, number, previousMark, ids, entries, digest }: SealedContent,
  key: KeyObject,
): string => signWith(key, JSON.stringify([shop, number, previousMark, ids, entries, digest]));

/**
 * In SQL: whether the row of `shops` has entries to seal, behind the last seal or, when they appeared late, before it. The latest seals
 * cover more than the minutes in which an entry can be late.
 */
const IS_ANY_UNSEALED = `EXISTS (
  SELECT FROM (SELECT coalesce(range_agg(part), '{}') AS ids
                 FROM (SELECT ids FROM audit_seals AS seal WHERE seal.shop = shops.shop ORDER BY number DESC LIMIT 20) AS latest,
                      unnest(latest.ids::int8multirange) AS part) AS sealed
    JOIN audit_entries AS entry ON entry.shop = shops.shop AND NOT entry.id <@ sealed.ids
     AND entry.id >= coalesce(upper(sealed.ids) - ${LATE_BY}, 0)
     AND (entry.id >= coalesce(upper(sealed.ids), 0) OR entry.at > now() - interval '10 minutes'))`;

/**
 * Seals the new entries every minute. Each seal is also logged. A log that is stored elsewhere then shows
 * even the deletion of the newest seals with their entries.
 */
export const sealAudit = defineTask({
  name: "audit.seal",
  schedule: { cron: "* * * * *", due: IS_ANY_UNSEALED },
  async run(shop, signal) {
    while (!signal.aborted) {
      const sealed = await withShop(shop, (tx) => sealNext(tx, shop));
      if (sealed < MAX_PER_SEAL) return;
    }
  },
});

/** Seals what is not sealed yet, in the caller's transaction. @returns how many entries that were */
export async function sealNext(tx: ShopTransaction, shop: string): Promise<number> {
  await tx.$client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`audit seals ${shop}`]);
  const { rows: last } = await tx.$client.query<{ number: number; mark: string; floor: string }>(
    `SELECT number, mark, (upper(ids::int8multirange) - $2)::text AS floor
       FROM audit_seals WHERE shop = $1 ORDER BY number DESC LIMIT 1`,
    [shop, LATE_BY],
  );
  const { number = 0, mark: previousMark = "", floor = "0" } = last[0] ?? {};
  const { rows } = await tx.$client.query<{ ids: string | null; entries: number; digest: string }>(
    `WITH sealed AS (
       SELECT coalesce(range_agg(part), '{}') AS ids
         FROM audit_seals, unnest(ids::int8multirange) AS part WHERE shop = $1 AND upper(part) > $2),
     added AS (
       SELECT id, digest FROM audit_entries, sealed
        WHERE shop = $1 AND id >= $2 AND NOT id <@ sealed.ids ORDER BY id LIMIT $3)
     SELECT range_agg(int8range(id, id, '[]'))::text AS ids, count(*)::int AS entries,
            encode(sha256(convert_to(coalesce(string_agg(digest, '' ORDER BY id), ''), 'UTF8')), 'hex') AS digest
       FROM added`,
    [shop, floor, MAX_PER_SEAL],
  );
  const [added] = rows;
  if (!added?.ids) return 0;
  const content = { shop, number: number + 1, previousMark, ...added, ids: added.ids };
  const { keyId, key } = await signerIn(tx.$client, AUDIT_SEALS);
  const mark = sealMark(content, key);
  await tx.$client.query(
    "INSERT INTO audit_seals (shop, number, ids, entries, mark, key_id) VALUES ($1, $2, $3, $4, $5, $6)",
    [shop, content.number, content.ids, content.entries, mark, keyId],
  );
  log.info(
    { shop, seal: content.number, entries: content.entries, mark },
    "the record of changes was sealed",
  );
  return content.entries;
}

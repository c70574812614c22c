import type { KeyObject } from "node:crypto";
import { eq } from "drizzle-orm";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { defineTask, EVERY_SHOP, NIGHTLY_SPREAD_MINUTES } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { verifierOf } from "~/platform/secrets/keys.server";
import { signerIn } from "~/platform/secrets/register-keys.server";
import { signWith } from "~/platform/secrets/secrets.server";
import { type AuditFault, type AuditProof, auditProofs } from "./tables.server";

/** One seal covers no more, so that its transaction stays short. */
const MAX_PER_SEAL = 50_000;

/**
 * Ids are assigned before a transaction commits, so an entry may appear late. One that appears further back, in its time and in its id, was
 * inserted outside Backroom. It isn't sealed, and the proof reports it. All shops share the ids, so they alone don't tell how late it is.
 */
const LATE = { ids: 10_000, sql: "interval '10 minutes'" };

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
   WHERE EXISTS (SELECT FROM audit_entries AS entry WHERE entry.shop = shops.shop AND entry.id >= coalesce(upper(sealed.ids), 0))
      OR EXISTS (SELECT FROM audit_entries AS entry
                  WHERE entry.shop = shops.shop AND entry.at > now() - ${LATE.sql} AND NOT entry.id <@ sealed.ids))`;

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
    // Without the offset, the lowest id may be looked for from the first entry on.
    `SELECT number, mark, least(upper(ids::int8multirange) - $2, (SELECT min(id) FROM (
              SELECT id FROM audit_entries WHERE shop = $1 AND at > now() - ${LATE.sql} OFFSET 0) AS recent))::text AS floor
       FROM audit_seals WHERE shop = $1 ORDER BY number DESC LIMIT 1`,
    [shop, LATE.ids],
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

/** No proof names more of a kind. */
const MAX_FAULTS = 100;

/** Every night, and when the owner asks for it: the record of changes is proved, and what was found is kept for the owner. */
export const proveAudit = defineTask({
  name: "audit.prove",
  schedule: { cron: "40 2 * * *", due: EVERY_SHOP, spreadMinutes: NIGHTLY_SPREAD_MINUTES },
  async run(shop) {
    const { entries, erased, faults } = await withShop(shop, (tx) => proveRecord(tx, shop));
    await withShop(shop, (tx) =>
      tx.$client.query(
        `INSERT INTO audit_proofs (shop, at, entries, erased, faults) VALUES ($1, now(), $2, $3, $4)
         ON CONFLICT (shop) DO UPDATE SET at = excluded.at, entries = excluded.entries, erased = excluded.erased, faults = excluded.faults`,
        [shop, entries, erased, JSON.stringify(faults)],
      ),
    );
    publishChange(shop, "owner", { list: "activity" });
    if (faults.length > 0) log.error({ shop, faults }, "the record of changes was tampered with");
  },
});

/** The result of the latest proof of a shop's audit log, or null before the first one. */
export async function readProof(shop: string): Promise<(AuditProof & { at: string }) | null> {
  const [proof] = await withShop(shop, (tx) =>
    tx.select().from(auditProofs).where(eq(auditProofs.shop, shop)),
  );
  if (!proof) return null;
  const { at, entries, erased, faults } = proof;
  return { at: at.toISOString(), entries, erased, faults };
}

/**
 * Proves that the audit log is unchanged: every entry matches its digests, every seal matches its entries
 * and the previous seal, and every entry is sealed. Content that was erased on a privacy request is counted, and isn't a fault.
 */
export async function proveRecord(tx: ShopTransaction, shop: string): Promise<AuditProof> {
  while ((await sealNext(tx, shop)) > 0);
  const { rows } = await tx.$client.query<{ entries: number; erased: number }>(
    "SELECT count(*)::int AS entries, count(*) FILTER (WHERE salt IS NULL)::int AS erased FROM audit_entries WHERE shop = $1",
    [shop],
  );
  const counted = rows[0] ?? { entries: 0, erased: 0 };
  const faults = [
    ...(await changedEntries(tx, shop)),
    ...(await brokenSeals(tx, shop)),
    ...(await unsealed(tx, shop)),
  ];
  return { ...counted, faults };
}

/** Entries that do not agree with their own digests. */
async function changedEntries(tx: ShopTransaction, shop: string): Promise<AuditFault[]> {
  const { rows } = await tx.$client.query<{ id: string }>(
    `SELECT id FROM audit_entries AS entry
      WHERE shop = $1 AND (
        digest IS DISTINCT FROM audit_digest(entry)
        OR CASE WHEN salt IS NULL THEN before IS NOT NULL OR after IS NOT NULL
                ELSE content_digest IS DISTINCT FROM audit_content_digest(entry) END)
      ORDER BY id LIMIT ${MAX_FAULTS}`,
    [shop],
  );
  return rows.map(({ id }) => ({ where: `entry ${id}`, what: "was changed after it was written" }));
}

interface Seal {
  number: number;
  ids: string;
  entries: number;
  mark: string;
  keyId: string | null;
  /** The place of its key among all that were used. Null before a key was registered. */
  keyNumber: number | null;
  found: number;
  digest: string;
}

/** Seals that do not agree with their entries, with the seal before them, or that are missing. */
async function brokenSeals(tx: ShopTransaction, shop: string): Promise<AuditFault[]> {
  const { rows } = await tx.$client.query<Seal>(
    `SELECT seal.number, seal.ids, seal.entries, seal.mark, seal.key_id AS "keyId",
            (SELECT number FROM secret_keys AS key WHERE key.key_id = seal.key_id) AS "keyNumber", count(entry.id)::int AS found,
            encode(sha256(convert_to(coalesce(string_agg(entry.digest, '' ORDER BY entry.id), ''), 'UTF8')), 'hex') AS digest
       FROM audit_seals AS seal
       LEFT JOIN audit_entries AS entry ON entry.shop = $1
            AND entry.id >= lower(seal.ids::int8multirange) AND entry.id < upper(seal.ids::int8multirange)
            AND entry.id <@ seal.ids::int8multirange
      WHERE seal.shop = $1 GROUP BY seal.shop, seal.number ORDER BY seal.number`,
    [shop],
  );
  const faults: AuditFault[] = [];
  let expected = 1;
  let previousMark = "";
  let keyNumber = 1;
  for (const seal of rows) {
    const where = `seal ${seal.number}`;
    if (seal.number !== expected) faults.push({ where: `seal ${expected}`, what: "is missing" });
    else if (seal.found !== seal.entries)
      faults.push({
        where,
        what: `covers ${seal.entries} entries (${seal.ids}), of which ${seal.entries - seal.found} are gone`,
      });
    else {
      const key = verifierOf(seal.keyId, AUDIT_SEALS);
      if (!key) faults.push({ where, what: "was made with a key that is lost" });
      else if (sealMark({ shop, previousMark, ...seal }, key) !== seal.mark)
        faults.push({ where, what: `doesn't agree with its entries (${seal.ids})` });
      else if ((seal.keyNumber ?? 1) < keyNumber)
        faults.push({ where, what: "was made with a key that had been replaced before" });
    }
    expected = seal.number + 1;
    previousMark = seal.mark;
    keyNumber = Math.max(keyNumber, seal.keyNumber ?? 1);
  }
  return faults.slice(0, MAX_FAULTS);
}

/** Entries that no seal took in, and none will: they were put in behind others that were sealed long before. */
async function unsealed(tx: ShopTransaction, shop: string): Promise<AuditFault[]> {
  const { rows } = await tx.$client.query<{ id: string }>(
    `WITH sealed AS (
       SELECT coalesce(range_agg(part), '{}') AS ids FROM audit_seals, unnest(ids::int8multirange) AS part WHERE shop = $1)
     SELECT id FROM audit_entries, sealed
      WHERE shop = $1 AND id < upper(sealed.ids) AND NOT id <@ sealed.ids AND at < now() - ${LATE.sql} ORDER BY id LIMIT ${MAX_FAULTS}`,
    [shop],
  );
  return rows.map(({ id }) => ({ where: `entry ${id}`, what: "was put in between others afterwards" }));
}

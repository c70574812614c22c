import { eq } from "drizzle-orm";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { EVERY_SHOP, NIGHTLY_SPREAD_MINUTES } from "~/platform/jobs/schedule.server";
import { defineTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { verifierOf } from "~/platform/secrets/keys.server";
import { AUDIT_SEALS, sealMark, sealNext } from "./seal.server";
import { type AuditFault, type AuditProof, auditProofs } from "./tables.server";

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
      WHERE shop = $1 AND id < upper(sealed.ids) AND NOT id <@ sealed.ids AND at < now() - interval '10 minutes' ORDER BY id LIMIT ${MAX_FAULTS}`,
    [shop],
  );
  return rows.map(({ id }) => ({ where: `entry ${id}`, what: "was put in between others afterwards" }));
}

import { createSecretKey, type KeyObject } from "node:crypto";
import type pg from "pg";
import { inTransaction } from "../db/transaction.server";
import { log } from "../log.server";
import { ownKeys, type RegisteredKey, type SecretKey, setRegisteredKeys } from "./keys.server";
import { countByKey, readOthers, SESSION_COLUMNS, type SealedColumn } from "./sealed-column.server";
import { openWith, sealWith } from "./secrets.server";

/** Processes that start together register a key once. */
const SECRET_KEYS_LOCK = 7_214_003;

/** For so long, links and cursors that a retired key signed stay valid. */
const ACCEPTED_DAYS = 30;

/** What a retired key verifies. Audit seals: for good. The others: for ACCEPTED_DAYS. */
const VERIFIED_PURPOSES = ["audit seals", "personal link", "cursors"] as const;

/** Stands for the first key when it was lost before it was registered. */
const UNKNOWN = "unknown";

interface StoredKey extends Omit<RegisteredKey, "verifiers"> {
  isLost: boolean;
  verifiers: string | null;
}

/** Reads the registered keys in order. */
export async function readKeys(client: pg.ClientBase): Promise<StoredKey[]> {
  const { rows } = await client.query<StoredKey>(
    `SELECT key_id AS id, number, retired_at AS "retiredAt", lost_at IS NOT NULL AS "isLost", verifiers,
            coalesce(retired_at > now() - make_interval(days => ${ACCEPTED_DAYS}), true) AS "isAccepted"
       FROM secret_keys ORDER BY number`,
  );
  return rows;
}

/**
 * Registers the current key when it is new: it encrypts and signs from then on. The former one only decrypts and verifies.
 * @throws Error with the remedy when stored values need a key that this process wasn't given
 */
export async function registerKeys(columns: readonly SealedColumn[]): Promise<void> {
  await inTransaction("BEGIN", async (client) => {
    const { current } = ownKeys();
    const before = await readKeys(client);
    if (before.find(({ retiredAt }) => !retiredAt)?.id !== current.id) {
      await client.query("SELECT pg_advisory_xact_lock($1)", [SECRET_KEYS_LOCK]);
      await registerCurrent(client, columns, await readKeys(client));
    }
    // A refused start registers nothing.
    await requireNeeded(client, columns);
    if (ownKeys().isPreviousLost) await forgetUnreadableSessions(client);
  });
  await loadKeys();
}

async function registerCurrent(
  client: pg.ClientBase,
  columns: readonly SealedColumn[],
  keys: readonly StoredKey[],
): Promise<void> {
  const { current, all, isPreviousLost } = ownKeys();
  const active = keys.find(({ retiredAt }) => !retiredAt);
  if (active?.id === current.id) return;
  if (!active) return registerFirst(client, columns);
  const former = all.find(({ id }) => id === active.id);
  const replaced = keys.find(({ id }) => id === current.id);
  if (replaced?.retiredAt) {
    if (!former) throw new Error(replacedKey(replaced.retiredAt));
    return log.warn(
      { key: current.id, active: active.id },
      "BACKROOM_SECRET_KEY was replaced by a newer key, which this process uses instead",
    );
  }
  if (!former && !isPreviousLost) throw new Error(unknownKey(active.id));
  await keepVerifiers(client, keys, current, former);
  await client.query(
    `UPDATE secret_keys SET retired_at = now(), lost_at = CASE WHEN $2 THEN now() END WHERE key_id = $1`,
    [active.id, !former],
  );
  await insertKey(client, current.id, active.number + 1);
  log.info({ key: current.id, former: active.id }, "a new secret key encrypts and signs from now on");
}

const replacedKey = (retiredAt: Date): string =>
  `BACKROOM_SECRET_KEY was replaced by a newer key on ${retiredAt.toISOString().slice(0, 10)}. ` +
  "Set the newer key, and this one as BACKROOM_PREVIOUS_SECRET_KEY.";

/** The sentence for a key that the database doesn't know. */
export const unknownKey = (activeId: string): string =>
  `BACKROOM_SECRET_KEY isn't the key that this database is used with (fingerprint ${activeId}). ` +
  "To change the key, set the former one as BACKROOM_PREVIOUS_SECRET_KEY, or set that to lost when it is gone.";

/** The first key, when this version is started for the first time: one that opens what is stored. */
async function registerFirst(client: pg.ClientBase, columns: readonly SealedColumn[]): Promise<void> {
  const { current, all, isPreviousLost } = ownKeys();
  const openedBy = new Map<SecretKey | undefined, number>();
  for (const column of columns)
    for (const { value } of await readOthers(client, column, EVERYTHING)) {
      const key = all.find((each) => openWith([each], value) !== undefined);
      openedBy.set(key, (openedBy.get(key) ?? 0) + 1);
    }
  const unreadable = openedBy.get(undefined) ?? 0;
  if (unreadable > 0 && !isPreviousLost)
    throw new Error(
      `${unreadable} stored credentials can't be decrypted with BACKROOM_SECRET_KEY. ` +
        "Set the key that they were encrypted with as BACKROOM_PREVIOUS_SECRET_KEY, or set that to lost when it is gone.",
    );
  const former = all.find((key) => key !== current && openedBy.has(key));
  if (!former && unreadable === 0) return insertKey(client, current.id, 1);
  await insertKey(client, former?.id ?? UNKNOWN, 1);
  await registerCurrent(client, columns, await readKeys(client));
}

/** No value begins with a space. */
const EVERYTHING = { prefix: " ", without: [], limit: 10_000_000 };

async function insertKey(client: pg.ClientBase, id: string, number: number): Promise<void> {
  await client.query("INSERT INTO secret_keys (key_id, number) VALUES ($1, $2)", [id, number]);
}

/** Encrypts with the new key what verifies the signatures of the former ones. */
async function keepVerifiers(
  client: pg.ClientBase,
  keys: readonly StoredKey[],
  current: SecretKey,
  former: SecretKey | undefined,
): Promise<void> {
  const { all } = ownKeys();
  for (const { id, verifiers } of keys) {
    const plain = id === former?.id ? verifiersOf(former) : verifiers && openWith(all, verifiers);
    await client.query("UPDATE secret_keys SET verifiers = $2 WHERE key_id = $1", [
      id,
      plain ? sealWith(current, plain, true) : null,
    ]);
  }
}

const verifiersOf = (key: SecretKey): string =>
  JSON.stringify(
    Object.fromEntries(
      VERIFIED_PURPOSES.map((purpose) => [purpose, key.keyFor(purpose).export().toString("base64")]),
    ),
  );

/** @throws Error with the remedy when something is still encrypted with a key that this process wasn't given */
async function requireNeeded(client: pg.ClientBase, columns: readonly SealedColumn[]): Promise<void> {
  const { missing, values } = await readNeeds(client, columns);
  if (missing.length === 0) return;
  if (!ownKeys().isPreviousLost) throw new Error(stillNeeded(missing, values));
  await client.query("UPDATE secret_keys SET lost_at = now() WHERE key_id = ANY($1)", [missing]);
  log.warn({ keys: missing, values }, "a secret key was declared lost: what it encrypted can't be used");
}

/** Deletes sessions that no key decrypts. Their people are signed in again with their next click, but not while they have one. */
async function forgetUnreadableSessions(client: pg.ClientBase): Promise<void> {
  const { all } = ownKeys();
  for (const column of SESSION_COLUMNS) {
    const stored = await readOthers(client, column, EVERYTHING);
    const unreadable = stored.filter(({ value }) => openWith(all, value) === undefined);
    await client.query(`DELETE FROM sessions WHERE "${column.column}" = ANY($1)`, [
      unreadable.map(({ value }) => value),
    ]);
  }
}

/** The sentence for keys that are needed, and weren't given. */
export const stillNeeded = (missing: readonly string[], values: number): string =>
  `${values} stored credentials are still encrypted with a former key (fingerprint ${missing.join(", ")}). ` +
  "Set it as BACKROOM_PREVIOUS_SECRET_KEY until npm run doctor says that nothing needs it, or set that to lost when it is gone.";

/** What is encrypted with keys that aren't in use any longer. */
interface Needs {
  /** Registered keys that are needed, and weren't given. */
  missing: string[];
  /** How many values need them. */
  values: number;
  /** How many values are encrypted with another key than the one in use, and can be decrypted. */
  former: number;
}

/** Reads what former keys are still needed for. @param env of the process */
export async function readNeeds(
  client: pg.ClientBase,
  columns: readonly SealedColumn[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Needs> {
  const keys = await readKeys(client);
  const needs: Needs = { missing: [], values: 0, former: 0 };
  if (keys.length < 2) return needs;
  const own = new Set(ownKeys(env).all.map(({ id }) => id));
  for (const [name, count] of await countByKey(client, columns)) {
    const key = keys.find(({ id, number }) => (name === "" ? number === 1 : id === name));
    if (!key?.retiredAt || key.isLost) continue;
    if (own.has(key.id)) needs.former += count;
    else {
      needs.missing.push(key.id);
      needs.values += count;
    }
  }
  return needs;
}

/** Reads the installation's keys from the database, for this process. */
export async function loadKeys(): Promise<readonly RegisteredKey[]> {
  const { all } = ownKeys();
  const keys = await inTransaction("BEGIN", readKeys);
  const loaded = keys.map(({ verifiers, ...key }) => ({ ...key, verifiers: verifiersIn(verifiers, all) }));
  setRegisteredKeys(loaded);
  return loaded;
}

function verifiersIn(sealed: string | null, keys: readonly SecretKey[]): Map<string, KeyObject> {
  const plain = sealed && openWith(keys, sealed);
  const texts = plain ? (JSON.parse(plain) as Record<string, string>) : {};
  return new Map(
    Object.entries(texts).map(([purpose, text]) => [purpose, createSecretKey(Buffer.from(text, "base64"))]),
  );
}

/**
 * The key that signs, as the transaction's database knows it: a retired one never signs, also in a process that doesn't know of it yet.
 * @returns the id null before a key was registered
 * @throws when this process doesn't have it
 */
export async function signerIn(
  client: pg.ClientBase,
  purpose: string,
): Promise<{ keyId: string | null; key: KeyObject }> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT key_id AS id FROM secret_keys WHERE retired_at IS NULL",
  );
  const { current, all } = ownKeys();
  const keyId = rows[0]?.id ?? null;
  const own = keyId === null ? current : all.find(({ id }) => id === keyId);
  if (!own)
    throw new Error("Another process has brought a newer secret key into use. Restart this one with it.");
  return { keyId, key: own.keyFor(purpose) };
}

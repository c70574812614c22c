import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { shops } from "../config.ts";
import { type Store, transaction } from "../data/database.ts";

const SCHEMA_LOCK = 7_210_003;

/** Creates Agora's tables where they are missing; a lock lets several processes start at once. */
export async function prepareAgora(store: Store): Promise<void> {
  const sql = await readFile(new URL("./schema.sql", import.meta.url), "utf8");
  await transaction(store, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [SCHEMA_LOCK]);
    await client.query(sql);
  });
}

/** The key by which a shop's app is let in. */
export const agoraKeyOf = (handle: string): string => `agora-local-${handle}`;

/** The shop that a bearer key belongs to, or undefined. */
export function shopOfKey(authorization: string | undefined): string | undefined {
  return shops.find(({ handle }) => authorization === `Bearer ${agoraKeyOf(handle)}`)?.domain;
}

const text = z.string().max(500);

/** A user as the interface wants them (docs/operating.md): nothing missing, nothing else. */
export const userSchema = z.strictObject({
  external_id: z.string().regex(/^\d+$/),
  version: z.number().int().min(1),
  user_types: z.array(z.enum(["student", "staff"])).min(1),
  email: z.email(),
  first_name: text,
  last_name: text,
  phone: text,
  country: text,
  school: text,
  course: text,
  state: text,
  start_date: text,
  end_date: text,
  crm_id: text,
  as400_id: text,
  linked_distributor: text,
  distributor_name: text,
  email_policy_consent: z.boolean(),
  privacy_policy_consent: z.boolean(),
});
export type AgoraUser = z.infer<typeof userSchema>;

/** What came of a request: HTTP status and body. */
export interface Outcome {
  status: number;
  body: { id: string } | { message: string };
}

/**
 * Takes a user in: the same key again answers the first answer and changes nothing, with another body it is refused; an older
 * version than the one that is kept changes nothing either.
 */
export async function takeIn(store: Store, shop: string, key: string, user: AgoraUser): Promise<Outcome> {
  const hash = createHash("sha256").update(JSON.stringify(user)).digest("hex");
  return transaction(store, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`agora ${shop} ${user.external_id}`]);
    const { rows: earlier } = await client.query<{ body_hash: string; answer: { id: string } }>(
      "SELECT body_hash, answer FROM agora_answers WHERE shop = $1 AND idempotency_key = $2",
      [shop, key],
    );
    if (earlier[0]) {
      if (earlier[0].body_hash === hash) return { status: 200, body: earlier[0].answer };
      return { status: 409, body: { message: "This idempotency key was used with another body." } };
    }
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO agora_users AS kept (shop, external_id, version, person, changes) VALUES ($1, $2, $3, $4, 1)
       ON CONFLICT (shop, external_id) DO UPDATE SET
         changes = kept.changes + (CASE WHEN excluded.version > kept.version THEN 1 ELSE 0 END),
         person = CASE WHEN excluded.version > kept.version THEN excluded.person ELSE kept.person END,
         version = greatest(kept.version, excluded.version)
       RETURNING id`,
      [shop, user.external_id, user.version, JSON.stringify(user)],
    );
    const answer = { id: `agora-${rows[0]?.id}` };
    await client.query(
      "INSERT INTO agora_answers (shop, idempotency_key, body_hash, answer) VALUES ($1, $2, $3, $4)",
      [shop, key, hash, JSON.stringify(answer)],
    );
    return { status: 201, body: answer };
  });
}

/** One request that arrived. */
export interface AgoraRequest {
  id: number;
  received_at: Date;
  idempotency_key: string | null;
  status: number;
  problem: string | null;
  body: unknown;
}

/** Writes down what arrived and what it was answered. */
export async function noteRequest(
  store: Store,
  shop: string,
  { key, status, problem, body }: { key?: string; status: number; problem?: string; body: unknown },
): Promise<void> {
  await store.pool.query(
    "INSERT INTO agora_requests (shop, received_at, idempotency_key, status, problem, body) VALUES ($1, $2, $3, $4, $5, $6)",
    [shop, new Date(store.clock.now()), key ?? null, status, problem ?? null, JSON.stringify(body ?? null)],
  );
}

/** The latest requests of a shop, newest first. */
export async function listRequests(store: Store, shop: string): Promise<AgoraRequest[]> {
  const { rows } = await store.pool.query<AgoraRequest>(
    "SELECT id, received_at, idempotency_key, status, problem, body FROM agora_requests WHERE shop = $1 ORDER BY id DESC LIMIT 200",
    [shop],
  );
  return rows;
}

/** Whom Agora knows of a shop, the latest first. */
export async function listUsers(
  store: Store,
  shop: string,
): Promise<{ id: number; external_id: string; version: number; changes: number; person: AgoraUser }[]> {
  const { rows } = await store.pool.query<{
    id: number;
    external_id: string;
    version: number;
    changes: number;
    person: AgoraUser;
  }>(
    "SELECT id, external_id, version, changes, person FROM agora_users WHERE shop = $1 ORDER BY id DESC LIMIT 200",
    [shop],
  );
  return rows;
}

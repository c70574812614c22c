import { createHash } from "node:crypto";
import { z } from "zod";
import { shops } from "../config.ts";
import { type Store, transaction } from "../data/database.ts";

/** The API key that Agora issued for a shop. */
export const agoraApiKey = (handle: string): string => `agora-local-${handle}`;

/** The domain of the shop that the `Authorization` header's key belongs to, or undefined. */
export function findShopByApiKey(authorization: string | undefined): string | undefined {
  return shops.find(({ handle }) => authorization === `Bearer ${agoraApiKey(handle)}`)?.domain;
}

const text = z.string().max(500);

/** A user in the format of Agora's API (docs/operating.md). Missing and unknown fields are invalid. */
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

/** The response to a request: HTTP status and body. */
export interface AgoraResponse {
  status: number;
  body: { id: string } | { message: string };
}

/**
 * Creates or updates a user. A repeated idempotency key replays the first response, or is refused with a different body. A version
 * older than the stored one changes nothing.
 */
export async function upsertUser(
  store: Store,
  shop: string,
  key: string,
  user: AgoraUser,
): Promise<AgoraResponse> {
  const hash = createHash("sha256").update(JSON.stringify(user)).digest("hex");
  return transaction(store, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`agora ${shop} ${user.external_id}`]);
    const { rows: replays } = await client.query<{ body_hash: string; answer: { id: string } }>(
      "SELECT body_hash, answer FROM agora_answers WHERE shop = $1 AND idempotency_key = $2",
      [shop, key],
    );
    if (replays[0]) {
      if (replays[0].body_hash === hash) return { status: 200, body: replays[0].answer };
      return { status: 409, body: { message: "This idempotency key was used with a different body." } };
    }
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO agora_users AS stored (shop, external_id, version, person, changes) VALUES ($1, $2, $3, $4, 1)
       ON CONFLICT (shop, external_id) DO UPDATE SET
         changes = stored.changes + (CASE WHEN excluded.version > stored.version THEN 1 ELSE 0 END),
         person = CASE WHEN excluded.version > stored.version THEN excluded.person ELSE stored.person END,
         version = greatest(stored.version, excluded.version)
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

/** A logged request. */
export interface AgoraRequest {
  id: number;
  received_at: Date;
  idempotency_key: string | null;
  status: number;
  problem: string | null;
  body: unknown;
}

/** Logs a request and its response. */
export async function logRequest(
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

/** The latest users of a shop, newest first. */
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

import { z } from "zod";
import { call } from "~/core/call.server";
import { REGISTERED } from "~/domain/customers/kinds";
import { customerGid, parseCustomerId } from "~/domain/customers/mirror-row";
import { REGISTRATIONS } from "~/domain/registrations/status";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { SyncAttempt } from "./attempts.server";
import { type AgoraSource, agoraContentOf, digestOf } from "./connection.server";
import { type SyncState, syncStateShape } from "./state";
import { requestManySyncs, requestSync } from "./sync-job.server";

const text = z.string();

const flags = REGISTERED.map(({ flag }) => flag);

/** The calls about Agora, the system that approved people are synced to. */
export const agoraCalls = {
  sync: call("POST /agora", {
    for: flags,
    summary: "Sync an approved person to Agora, as a job",
    status: 202,
    input: z.object({ id: text.max(80) }),
    output: z.object({ jobId: text, alreadyWaiting: z.boolean() }),
    run: (context, input) => requestSync(context, parseCustomerId(input.id)),
  }),
  syncMany: call("POST /agora/people", {
    for: flags,
    summary: "Sync many approved people to Agora, as one job",
    status: 202,
    input: z.object({
      registration: z.enum(Object.keys(REGISTRATIONS) as [keyof typeof REGISTRATIONS]),
      customers: z
        .array(z.object({ id: text.max(80), label: text.max(300) }))
        .min(1, "must name at least one person")
        .max(1_000, "must be at most 1000 people"),
    }),
    output: z.object({ jobId: text, count: z.number().int() }),
    run(context, input) {
      const people = new Map(input.customers.map(({ id, label }) => [parseCustomerId(id), label]));
      return requestManySyncs(context, input.registration, people);
    },
  }),
  states: call("POST /agora/states", {
    for: flags,
    summary: "Where people stand with Agora",
    input: z.object({ ids: z.array(text.max(80)).max(100, "must be at most 100 ids") }),
    output: z.object({ states: z.array(syncStateShape) }),
    async run({ shop, administrator }, input) {
      const ids = input.ids.map(parseCustomerId);
      return {
        states: await withShop(shop.domain, (tx) => readSyncStates(tx, shop.domain, administrator, ids)),
      };
    },
  }),
};

type Found = Pick<AgoraSource, Exclude<keyof AgoraSource, "id">> & {
  id: string;
  state: SyncAttempt["state"] | null;
  message: string | null;
  at: Date | null;
  job_id: string | null;
  synced_at: Date | null;
  synced_digest: string | null;
};

/** The sync states of people that the administrator may see. Unknown ids are left out. */
async function readSyncStates(
  tx: ShopTransaction,
  shop: string,
  reader: Administrator,
  customerIds: readonly number[],
): Promise<SyncState[]> {
  const { rows } = await tx.$client.query<Found>(
    `SELECT c.id, c.email, c.first_name, c.last_name, c.phone, c.country_code, c.tags, c.metafields,
            c.student_status, c.staff_status,
            latest.state, latest.message, coalesce(latest.finished_at, latest.requested_at) AS at, latest.job_id,
            synced.finished_at AS synced_at, synced.digest AS synced_digest
       FROM customers_of_shop c
       LEFT JOIN LATERAL (SELECT state, message, requested_at, finished_at, job_id FROM sync_attempts a
         WHERE a.shop = c.shop AND a.customer_id = c.id ORDER BY requested_at DESC LIMIT 1) AS latest ON true
       LEFT JOIN LATERAL (SELECT finished_at, digest FROM sync_attempts a
         WHERE a.shop = c.shop AND a.customer_id = c.id AND state = 'synced' ORDER BY requested_at DESC LIMIT 1) AS synced ON true
      WHERE c.shop = $1 AND c.id = ANY($2)`,
    [shop, customerIds],
  );
  const kinds = REGISTERED.filter(({ flag }) => mayUse(reader, flag));
  return rows
    .filter((row) => kinds.some(({ registration }) => row[`${registration}_status`] !== null))
    .map(stateOf);
}

function stateOf({ id, state, message, at, job_id, synced_at, synced_digest, ...source }: Found): SyncState {
  const isBehind =
    synced_digest !== null && synced_digest !== digestOf(agoraContentOf({ ...source, id: Number(id) }));
  return {
    id: customerGid(id),
    state: state ?? "never",
    at: at?.toISOString() ?? null,
    error: state === "failed" ? (message ?? "") : "",
    jobId: state === "waiting" ? job_id : null,
    syncedAt: synced_at?.toISOString() ?? null,
    changed: isBehind,
  };
}

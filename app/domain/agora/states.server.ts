import { REGISTERED } from "~/domain/customers/kinds";
import { customerGid } from "~/domain/customers/mirror-row";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { SyncAttempt } from "./attempts.server";
import { type AgoraSource, agoraContentOf, digestOf } from "./connection.server";
import type { SyncState } from "./state";

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
export async function readSyncStates(
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

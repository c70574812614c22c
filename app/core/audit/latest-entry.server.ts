import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { AuditAction } from "./audit-action.server";
import type { AuditSubject } from "./audit-subject.server";

/** What entries are about. */
export interface RecordedChange {
  type: Pick<AuditSubject, "name">;
  /** Without one, any change. Of several, the latest one of any of them. */
  action?: Pick<AuditAction, "name"> | readonly Pick<AuditAction, "name">[];
  /** For records that share a subject: what the entries had of this one, before or after the change. */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
}

interface LatestEntry {
  at: Date;
  actorId: string;
  actorName: string;
  before: unknown;
}

/** The latest entry about each of these subjects that has one. The caller has checked the permission. */
export async function readLatestEntries(
  tx: ShopTransaction,
  shop: string,
  { type, action, before, after }: RecordedChange,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LatestEntry>> {
  const { rows } = await tx.$client.query<LatestEntry & { id: string }>(
    `SELECT DISTINCT ON (subject_id) subject_id AS id, at, actor_id AS "actorId", actor_name AS "actorName", before
       FROM audit_entries
      WHERE shop = $1 AND subject_type = $2 AND subject_id = ANY($3::text[]) AND ($4::text[] IS NULL OR action = ANY($4))
        AND ($5::jsonb IS NULL OR before @> $5::jsonb) AND ($6::jsonb IS NULL OR after @> $6::jsonb)
      ORDER BY subject_id, id DESC`,
    [
      shop,
      type.name,
      ids,
      action && [action].flat().map(({ name }) => name),
      before && JSON.stringify(before),
      after && JSON.stringify(after),
    ],
  );
  return new Map(rows.map(({ id, ...entry }) => [id, entry]));
}

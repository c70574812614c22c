import type { Administrator, Flag } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { AuditAction, AuditActions } from "./actions";

/** One change, as it is written down. `before` and `after` have the shape that the action declares. */
export interface AuditEntry<Action extends AuditAction> {
  action: Action;
  actor: Pick<Administrator, "id" | "name">;
  subject: {
    type: "customer" | "administrator" | "shop" | "job" | "invitation" | "event" | "giveaway";
    id: string;
  };
  before: AuditActions[Action]["before"];
  after: AuditActions[Action]["after"];
  jobId?: string;
  /** The function that the change belongs to: who holds its flag may read of it. Without one, only the owner and the actor do. */
  flag?: Flag;
}

/** Writes a change down, in the transaction that makes it: there is no change without an entry, and no entry without a change. */
export async function recordAudit<Action extends AuditAction>(
  tx: ShopTransaction,
  shop: string,
  entry: AuditEntry<Action>,
): Promise<void> {
  const { actor, action, subject, before, after, jobId, flag } = entry;
  // By name: PostgreSQL plans it once for each connection. Every change of anything goes through here.
  await tx.$client.query({
    name: "record-audit",
    text: `INSERT INTO audit_entries (shop, actor_id, actor_name, action, subject_type, subject_id, before, after, job_id, flag)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      shop,
      actor.id,
      actor.name,
      action,
      subject.type,
      subject.id,
      jsonOf(before),
      jsonOf(after),
      jobId,
      flag,
    ],
  });
}

/** A document as its text; nothing stays nothing. */
const jsonOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

import type { Administrator, Flag } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { AuditAction, AuditActions } from "./actions";
import { auditEntries } from "./tables.server";

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
  await tx.insert(auditEntries).values({
    shop,
    actorId: entry.actor.id,
    actorName: entry.actor.name,
    action: entry.action,
    subjectType: entry.subject.type,
    subjectId: entry.subject.id,
    before: entry.before,
    after: entry.after,
    jobId: entry.jobId,
    flag: entry.flag,
  });
}

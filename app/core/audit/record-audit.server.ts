import type { Administrator, Flag } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { AuditAction } from "./audit-action.server";
import type { AuditSubject } from "./audit-subject.server";

/** One change, as it is stored. `before` and `after` have the shapes that the action declares. */
export interface AuditEntry<Before = unknown, After = unknown> {
  actor: Pick<Administrator, "id" | "name">;
  // Only its name is stored, so any kind of subject fits.
  subject: { type: Pick<AuditSubject, "kind" | "name">; id: string };
  before: Before;
  after: After;
  jobId?: string;
  /** The function that the change belongs to: administrators with its flag may read the entry. Without one, only the owner and the actor may. */
  flag?: Flag;
  /** The tabs of the function that show it. Without them, administrators with a tab limit on the function may not read the entry. */
  tabs?: readonly string[];
}

/** Records a change in the transaction that makes it: there is no change without an entry, and no entry without a change. */
export async function recordAudit<Before, After>(
  tx: ShopTransaction,
  shop: string,
  action: AuditAction<Before, After>,
  entry: AuditEntry<NoInfer<Before>, NoInfer<After>>,
): Promise<void> {
  const { actor, subject, before, after, jobId, flag, tabs } = entry;
  // A named statement is planned once per connection. Every change goes through here.
  await tx.$client.query({
    name: "record-audit",
    text: `INSERT INTO audit_entries (shop, actor_id, actor_name, action, subject_type, subject_id, before, after, job_id, flag, tabs)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      shop,
      actor.id,
      actor.name,
      action.name,
      subject.type.name,
      subject.id,
      jsonOf(before),
      jsonOf(after),
      jobId,
      flag,
      tabs,
    ],
  });
}

/** A document as text. Null stays null. */
const jsonOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

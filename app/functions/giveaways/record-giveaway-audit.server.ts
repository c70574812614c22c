import type { AuditAction } from "~/core/audit/audit-action.server";
import { type AuditEntry, recordAudit } from "~/core/audit/record-audit.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { giveawaySubject } from "./audit.server";

/** Records a change of a giveaway, its entrants or its draws. It identifies entrants by number, never by name. */
export async function recordGiveawayAudit<Before, After>(
  tx: ShopTransaction,
  shop: string,
  id: number,
  action: AuditAction<Before, After>,
  entry: Pick<AuditEntry<NoInfer<Before>, NoInfer<After>>, "actor" | "before" | "after" | "jobId">,
): Promise<void> {
  const subject = { type: giveawaySubject, id: String(id) };
  await recordAudit(tx, shop, action, { ...entry, subject, flag: "showGiveaways" });
}

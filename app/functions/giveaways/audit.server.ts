import type { AuditAction, AuditActions } from "~/domain/audit/actions";
import { recordAudit } from "~/domain/audit/record.server";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** Every kind of change of a giveaway. */
type GiveawayAction = Extract<AuditAction, `giveaway.${string}`>;

/** Writes a change of a giveaway, its entrants or its draws down. What it says names entrants by their numbers. */
export async function noteGiveaway<Action extends GiveawayAction>(
  tx: ShopTransaction,
  shop: string,
  id: number,
  entry: {
    action: Action;
    actor: Pick<Administrator, "id" | "name">;
    before?: AuditActions[Action]["before"];
    after?: AuditActions[Action]["after"];
    jobId?: string;
  },
): Promise<void> {
  const { action, actor, before = null, after = null, jobId } = entry;
  const subject = { type: "giveaway" as const, id: String(id) };
  const flag = "showGiveaways" as const;
  const written = { action, actor, subject, before, after, jobId, flag };
  await recordAudit(tx, shop, written as Parameters<typeof recordAudit<GiveawayAction>>[2]);
}

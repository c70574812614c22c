import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { outdatedForm, type Refusal } from "~/platform/errors";
import type { AuditAction } from "./audit-action.server";
import type { AuditSubject } from "./audit-subject.server";

/**
 * The refusal of a form that was opened with an earlier version of its record: it names who changed the record since.
 * @param changed the record, as its entries have it, and the action of the change, where others don't change what the form has
 * @param what the record in the sentence: "this event"
 */
export async function outdatedFormOf(
  tx: ShopTransaction,
  shop: string,
  changed: { type: Pick<AuditSubject, "name">; id: number; action?: Pick<AuditAction, "name"> },
  what: string,
): Promise<Refusal> {
  const { rows } = await tx.$client.query<{ who: string }>(
    `SELECT actor_name AS who FROM audit_entries
      WHERE shop = $1 AND subject_type = $2 AND subject_id = $3 AND action = coalesce($4, action) ORDER BY id DESC LIMIT 1`,
    [shop, changed.type.name, String(changed.id), changed.action?.name],
  );
  return outdatedForm(`${rows[0]?.who ?? "Someone"} changed ${what}`);
}

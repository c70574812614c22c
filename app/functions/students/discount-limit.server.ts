import { recordAudit } from "~/domain/audit/record.server";
import type { CallContext } from "~/platform/contract/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";
import { LIMIT_LABEL } from "./messages";
import { publishDiscountLimit } from "./publish-limit.server";
import { LIMIT_SETTING, storedLimit } from "./stored-limit.server";

/** Sets the default discount limit, writes down who did, and has it published to the storefront. @returns the new value */
export async function saveDiscountLimit(
  { shop, administrator }: CallContext,
  value: string,
): Promise<string> {
  return withShop(shop.domain, async (tx) => {
    // One at a time, so that what is written down as "before" is what stood there.
    await tx.$client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`${LIMIT_SETTING} ${shop.domain}`]);
    const before = await storedLimit(tx, shop.domain);
    if (before === value) return value;
    await tx.$client.query(
      `INSERT INTO settings (shop, key, value, changed_at, changed_by) VALUES ($1, $2, to_jsonb($3::text), now(), $4)
       ON CONFLICT (shop, key) DO UPDATE SET value = excluded.value, changed_at = now(), changed_by = excluded.changed_by`,
      [shop.domain, LIMIT_SETTING, value, administrator.id],
    );
    await recordAudit(tx, shop.domain, {
      action: "setting.changed",
      actor: administrator,
      subject: { type: "shop", id: shop.domain },
      before: { key: LIMIT_LABEL, value: before },
      after: { key: LIMIT_LABEL, value },
      flag: "showStudents",
    });
    await requestTask(publishDiscountLimit, shop.domain, { tx });
    return value;
  });
}

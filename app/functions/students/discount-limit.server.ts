import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { settingChanged } from "~/core/settings/audit.server";
import { writeSetting } from "~/core/settings/stored-setting.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { studentsList } from "./list";
import { LIMIT_CHANGED, LIMIT_LABEL } from "./messages";
import { publishDiscountLimit } from "./publish-limit.server";
import { LIMIT_SETTING, storedLimit } from "./stored-limit.server";

/**
 * Sets the default discount limit, audits the change, and queues its publication to the storefront.
 * @param seen the value that the form showed
 * @returns the new value
 * @throws 409 when the value has changed since it was shown
 */
export async function saveDiscountLimit(
  { shop, administrator, clock }: CallContext,
  value: string,
  seen?: string,
): Promise<string> {
  await withShop(shop.domain, async (tx) => {
    // Serialized, so that the audit entry's "before" is the value that was replaced.
    await tx.$client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`${LIMIT_SETTING} ${shop.domain}`]);
    const before = await storedLimit(tx, shop.domain);
    if (before === value) return;
    if (seen !== undefined && seen !== before) throw conflict(LIMIT_CHANGED);
    const saved = { by: administrator.id, at: clock.now() };
    await writeSetting(tx, shop.domain, { key: LIMIT_SETTING, value }, saved);
    await recordAudit(tx, shop.domain, settingChanged, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      before: { key: LIMIT_LABEL, value: before },
      after: { key: LIMIT_LABEL, value },
      flag: "showStudents",
    });
    await requestTask(publishDiscountLimit, shop.domain, { tx });
  });
  // Each page of students shows the limit.
  publishChange(shop.domain, "showStudents", { list: studentsList.name });
  return value;
}

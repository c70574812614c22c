import { liveAdminApi } from "~/connectors/shopify/live.server";
import { appData, appDataRemoval } from "~/connectors/shopify/operations/app-data";
import { metafieldsSet } from "~/connectors/shopify/operations/metafields";
import { refuseUserErrors } from "~/connectors/shopify/port";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import {
  outdatedSettingOf,
  readSetting,
  readShownSetting,
  settingChanged,
  writeSetting,
} from "~/core/settings/stored-setting.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { defineTask, EVERY_SHOP, NIGHTLY_SPREAD_MINUTES, requestTask } from "~/platform/jobs/task.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { studentsList } from "./list.server";
import { FALLBACK_LIMIT, LIMIT_LABEL } from "./messages";

/** The setting's key. */
export const LIMIT_SETTING = "default_discount_limit";

/** The shop's default discount limit in dollars: digits, or empty for none. 9500 until another one is set. */
export async function readDiscountLimit(shop: string): Promise<string> {
  return limitOf(await readShownSetting(shop, LIMIT_SETTING));
}

/** The default discount limit, read in the caller's transaction. */
export async function storedLimit(tx: ShopTransaction, shop: string): Promise<string> {
  return limitOf(await readSetting(tx, shop, LIMIT_SETTING));
}

const limitOf = (stored: unknown): string => (typeof stored === "string" ? stored : FALLBACK_LIMIT);

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
    if (seen !== undefined && seen !== before)
      throw await outdatedSettingOf(tx, { shop, administrator }, { key: LIMIT_LABEL }, "the default limit");
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

/** The storefront reads the default limit here: `app.metafields.stp.default_discount_limit` in the app's theme extension. */
export const PUBLISHED_LIMIT = { namespace: "stp", key: "default_discount_limit" } as const;

/**
 * Publishes the current default discount limit to the storefront. Runs after each change, and daily in case the metafield was
 * changed outside Backroom.
 */
export const publishDiscountLimit = defineTask({
  name: "students.publish-limit",
  schedule: { cron: "20 4 * * *", due: EVERY_SHOP, spreadMinutes: NIGHTLY_SPREAD_MINUTES },
  async run(shop, signal) {
    const value = await readDiscountLimit(shop);
    const adminApi = liveAdminApi(shop);
    const call = { priority: "bulk", signal } as const;
    const { currentAppInstallation } = await adminApi.run(appData, PUBLISHED_LIMIT, call);
    const { id: ownerId, metafield: published } = currentAppInstallation;
    if ((published?.value ?? "") === value) return;
    const which = { ownerId, ...PUBLISHED_LIMIT };
    if (value === "") {
      const { metafieldsDelete } = await adminApi.run(appDataRemoval, { metafields: [which] }, call);
      refuseUserErrors("remove the default limit", metafieldsDelete);
      return;
    }
    const compareDigest = published?.compareDigest ?? null;
    const limit = { ...which, value, type: "number_integer", compareDigest };
    const { metafieldsSet: answer } = await adminApi.run(metafieldsSet, { metafields: [limit] }, call);
    refuseUserErrors("publish the default limit", answer);
  },
});

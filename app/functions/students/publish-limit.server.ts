import { liveAdminApi } from "~/connectors/shopify/live.server";
import { appData, appDataRemoval } from "~/connectors/shopify/operations/app-data";
import { metafieldsSet } from "~/connectors/shopify/operations/metafields";
import { refuseUserErrors } from "~/connectors/shopify/user-errors";
import { EVERY_SHOP, NIGHTLY_SPREAD_MINUTES } from "~/platform/jobs/schedule.server";
import { defineTask } from "~/platform/jobs/task.server";
import { readDiscountLimit } from "./stored-limit.server";

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

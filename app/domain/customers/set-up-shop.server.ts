import { liveAdminApi } from "~/connectors/shopify/live.server";
import { readShop, type SignInHook } from "~/core/installation.server";
import { updateShop } from "~/platform/auth/shops.server";
import { EVERY_SHOP, NIGHTLY_SPREAD_MINUTES } from "~/platform/jobs/schedule.server";
import { requestTask, type Task } from "~/platform/jobs/task.server";
import { ensureMetafieldDefinitions } from "./definitions.server";

/** Requests what each sign-in brings up to date. */
export const requestShopSetUp: SignInHook = (tx, shop) => requestTask(setUpShop, shop, { tx });

/** After each sign-in and every night: reads the shop's facts, which an owner may have changed, and creates missing metafield definitions. */
export const setUpShop: Task = {
  name: "shop.set-up",
  schedule: { cron: "15 3 * * *", due: EVERY_SHOP, spreadMinutes: NIGHTLY_SPREAD_MINUTES },
  async run(shop) {
    await updateShop(await readShop(shop));
    await ensureMetafieldDefinitions(liveAdminApi(shop));
  },
};

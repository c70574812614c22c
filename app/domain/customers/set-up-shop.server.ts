import { createMissingDefinition } from "~/connectors/shopify/create-missing-definition.server";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { MIRRORED_METAFIELDS } from "~/connectors/shopify/operations/customers";
import { customerMetafieldDefinitions } from "~/connectors/shopify/operations/metafields";
import type { AdminApi } from "~/connectors/shopify/port";
import { readShop, type SignInHook } from "~/core/installation.server";
import { updateShop } from "~/platform/auth/shops.server";
import { defineTask, EVERY_SHOP, NIGHTLY_SPREAD_MINUTES, requestTask } from "~/platform/jobs/task.server";

/** Requests what each sign-in brings up to date. */
export const requestShopSetUp: SignInHook = (tx, shop) => requestTask(setUpShop, shop, { tx });

/** After each sign-in and every night: reads the shop's facts, which an owner may have changed, and creates missing metafield definitions. */
export const setUpShop = defineTask({
  name: "shop.set-up",
  schedule: { cron: "15 3 * * *", due: EVERY_SHOP, spreadMinutes: NIGHTLY_SPREAD_MINUTES },
  async run(shop) {
    await updateShop(await readShop(shop));
    await ensureMetafieldDefinitions(liveAdminApi(shop));
  },
});

/** Text for all of them, dates too: the operator's customers carry several ways of writing a date. */
const TYPE = "single_line_text_field";

/** `stp.start_date` as people read it in the Shopify admin: "STP start date". */
function readableName(namespace: string, key: string): string {
  const words = key.replaceAll("_", " ");
  return namespace === "stp" ? `STP ${words}` : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Creates the definitions of the customer metafields that the console works with, where the shop has none yet. */
export async function ensureMetafieldDefinitions(api: AdminApi): Promise<void> {
  const { metafieldDefinitions } = await api.run(customerMetafieldDefinitions, {}, { priority: "bulk" });
  const present = new Set(metafieldDefinitions.nodes.map((node) => `${node.namespace}.${node.key}`));
  for (const name of MIRRORED_METAFIELDS) {
    if (present.has(name)) continue;
    const [namespace = "", key = ""] = name.split(".");
    const definition = {
      ownerType: "CUSTOMER",
      namespace,
      key,
      name: readableName(namespace, key),
      type: TYPE,
    } as const;
    await createMissingDefinition(api, { definition, purpose: name }, { priority: "bulk" });
  }
}

import { DEMO } from "./test-shop.ts";

/** Adds definitions of product metafields to the store: names by their keys, `namespace.key`. */
export async function defineMetafields(names: Record<string, string>): Promise<void> {
  const [{ liveAdminApi }, { metafieldDefinitionCreate }] = await Promise.all([
    import("~/connectors/shopify/live.server"),
    import("~/connectors/shopify/operations/metafields"),
  ]);
  for (const [fullKey, name] of Object.entries(names)) {
    const [namespace = "", key = ""] = fullKey.split(".");
    const type = "single_line_text_field";
    const definition = { ownerType: "PRODUCT" as const, namespace, key, name, type };
    const { metafieldDefinitionCreate: answer } = await liveAdminApi(DEMO).run(metafieldDefinitionCreate, {
      definition,
    });
    if (!answer || answer.userErrors.length > 0) throw new Error(JSON.stringify(answer));
  }
}

import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { DataOf } from "~/connectors/shopify/operation";
import { productMetafieldDefinitions } from "~/connectors/shopify/operations/metafields";
import type { AdminApi } from "~/connectors/shopify/port";
import type { CallContext } from "~/core/context.server";
import type { DisplayNames } from "./contract";
import { byKey } from "./display-names";
import { readLastSave } from "./last-save.server";
import { readStoredList } from "./stored-list.server";

/** The keys of all product metafield definitions, and of the stored list, with their display names. */
export async function listDisplayNames({ shop }: CallContext): Promise<DisplayNames> {
  const adminApi = liveAdminApi(shop.domain);
  const [stored, definedNames] = await Promise.all([readStoredList(adminApi), readDefinedNames(adminApi)]);
  const values = new Map(stored.names.map(({ key, value }) => [key, value]));
  const data = [...new Set([...definedNames.keys(), ...values.keys()])]
    .map((key) => ({ key, value: values.get(key) ?? "", name: definedNames.get(key) ?? null }))
    .sort(byKey);
  const { metaFieldId, digest } = stored;
  return { data, metaFieldId, digest, lastSave: await readLastSave(shop.domain, digest) };
}

/** The names of the product metafield definitions by `namespace.key`. */
async function readDefinedNames(adminApi: AdminApi): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  let after: string | null = null;
  do {
    const page: DefinitionsPage = await adminApi.run(productMetafieldDefinitions, { after });
    const { nodes, pageInfo }: DefinitionsPage["metafieldDefinitions"] = page.metafieldDefinitions;
    for (const { namespace, key, name } of nodes) names.set(`${namespace}.${key}`, name);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after);
  return names;
}

type DefinitionsPage = DataOf<typeof productMetafieldDefinitions>;

import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import { readDefinedMetafields } from "~/domain/products/read-metafields.server";
import type { DisplayNames } from "./contract";
import { byKey } from "./display-names";
import { readLastSave } from "./last-save.server";
import { readStoredList } from "./stored-list.server";

/** The keys of all product metafield definitions, and of the stored list, with their display names. */
export async function listDisplayNames({ shop }: CallContext): Promise<DisplayNames> {
  const adminApi = liveAdminApi(shop.domain);
  const [stored, definedNames] = await Promise.all([
    readStoredList(adminApi),
    readDefinedMetafields(adminApi),
  ]);
  const values = new Map(stored.names.map(({ key, value }) => [key, value]));
  const data = [...new Set([...definedNames.keys(), ...values.keys()])]
    .map((key) => ({ key, value: values.get(key) ?? "", name: definedNames.get(key) ?? null }))
    .sort(byKey);
  const { metaFieldId, digest } = stored;
  return { data, metaFieldId, digest, lastSave: await readLastSave(shop.domain, digest) };
}

import { z } from "zod";
import { shopMetafield } from "~/connectors/shopify/operations/metafields";
import type { AdminApi } from "~/connectors/shopify/port";
import { upstreamFailed } from "~/platform/errors";
import type { DisplayName } from "./display-names";
import { UNREADABLE } from "./messages";

/** The shop metafield that has the list, as JSON: `[{"key": "custom.color", "value": "Color"}]`. */
export const LIST_METAFIELD = { namespace: "$app:salsify", key: "display_names" } as const;

/** The list at Shopify. */
export interface StoredList {
  shopGid: string;
  /** Null until the list is saved for the first time, as `digest`. */
  metaFieldId: string | null;
  /** Shopify's digest of the value, which a write is conditional on. */
  digest: string | null;
  names: DisplayName[];
}

const storedNames = z.array(z.object({ key: z.string(), value: z.string() }));

/** Reads the list from Shopify. @throws 502 when its value isn't a list of display names */
export async function readStoredList(adminApi: AdminApi): Promise<StoredList> {
  const { shop } = await adminApi.run(shopMetafield, LIST_METAFIELD);
  const { id: shopGid, metafield } = shop;
  if (!metafield) return { shopGid, metaFieldId: null, digest: null, names: [] };
  const parsed = storedNames.safeParse(metafield.jsonValue);
  if (!parsed.success) throw upstreamFailed(UNREADABLE);
  return { shopGid, metaFieldId: metafield.id, digest: metafield.compareDigest, names: parsed.data };
}

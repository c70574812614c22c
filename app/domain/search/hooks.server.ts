import { defineHook } from "~/core/hook.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** A field that the Solr index has beside those of every product. */
export interface SearchField {
  /** A metafield of the product as `namespace.key`. */
  name: string;
  type: "String" | "Boolean" | "Integer" | "Float" | "Date";
  /** Whether results return its value. */
  output: boolean;
  /** Whether a search looks into it. */
  search: boolean;
}

/** The fields that other modules add to the Solr index of a shop. Answers are read at the start of each full sync. */
export const searchFields =
  defineHook<(tx: ShopTransaction, shop: string) => Promise<readonly SearchField[]>>("search.fields");

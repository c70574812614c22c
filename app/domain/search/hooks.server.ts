import { defineHook } from "~/core/hook.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** A field that a shop's search is filtered by. */
export interface SearchField {
  /** A metafield of the product as `namespace.key`, or one of the filters of every product. */
  name: string;
  type: "String" | "Boolean" | "Integer" | "Float" | "Date";
  /** Whether results return its value. */
  output: boolean;
  /** Whether a search looks into it. */
  search: boolean;
}

/** What other modules filter a shop's search by. Answers are read at the start of each full sync. */
export const searchFields =
  defineHook<(tx: ShopTransaction, shop: string) => Promise<readonly SearchField[]>>("search.fields");

/** The fields that all modules declare in a shop, each name once. */
export async function readSearchFields(tx: ShopTransaction, shop: string): Promise<SearchField[]> {
  const fields = new Map<string, SearchField>();
  for (const read of searchFields.all())
    for (const field of await read(tx, shop)) fields.set(field.name, field);
  return [...fields.values()];
}

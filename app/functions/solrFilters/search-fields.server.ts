import { and, eq } from "drizzle-orm";
import { searchFields } from "~/domain/search/hooks.server";
import { isMetafield } from "./fields";
import { filterDefinitions } from "./tables.server";

/** The metafields that are active filters, for the Solr index. It has the built-in fields of every product anyway. */
export const filterSearchFields = searchFields.handler(async (tx, shop) => {
  const isActive = and(eq(filterDefinitions.shop, shop), eq(filterDefinitions.active, true));
  const { name, type, output, search } = filterDefinitions;
  const fields = await tx
    .select({ name, type, output, search })
    .from(filterDefinitions)
    .where(isActive)
    .orderBy(name);
  return fields.filter((field) => isMetafield(field.name));
});

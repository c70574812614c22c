import type { DefinitionRow } from "../../catalog/metafield-definitions.ts";
import { type RequestContext, requireScope, storedNamespace } from "../context.ts";
import { notImplemented } from "../errors.ts";
import { gid } from "../gid.ts";
import { listConnection, type PageArguments } from "../paging/connection.ts";
import type { TypeResolvers } from "./types.ts";

/** A definition as a resolver source. */
export function definitionSource(row: DefinitionRow): DefinitionRow & { __typename: "MetafieldDefinition" } {
  return { ...row, __typename: "MetafieldDefinition" };
}

/** The fields of a metafield definition. */
export const definitionResolvers: TypeResolvers = {
  id: (row: DefinitionRow) => gid("MetafieldDefinition", row.id),
  ownerType: (row: DefinitionRow) => row.owner_type,
  access: (row: DefinitionRow) => ({
    admin: null,
    customerAccount: "NONE",
    storefront: row.storefront_access,
  }),
  type: (row: DefinitionRow) => ({
    name: row.type,
    category: row.type.split("_")[0]?.toUpperCase() ?? "TEXT",
  }),
};

/** The scope for definitions of an owner type: that of the owners. Throws NOT_IMPLEMENTED for owners that the local store doesn't have. */
export function definitionScope(access: "read" | "write", ownerType: string): string {
  const resource = RESOURCES[ownerType];
  if (!resource) throw notImplemented(`metafield definitions of ${ownerType}`);
  return `${access}_${resource}`;
}

const RESOURCES: Readonly<Record<string, string>> = {
  COLLECTION: "products",
  CUSTOMER: "customers",
  ORDER: "orders",
  PRODUCT: "products",
  PRODUCTVARIANT: "products",
};

/** Root fields for metafield definitions. */
export const definitionQueries: TypeResolvers = {
  metafieldDefinitions: async (_root, args: DefinitionArguments, context) => {
    requireScope(context, "metafieldDefinitions", definitionScope("read", args.ownerType));
    if (args.query) throw notImplemented("the search of metafield definitions");
    return listConnection(await listDefinitions(context, args), (definition) => definition.id, args);
  },
};

interface DefinitionArguments extends PageArguments {
  ownerType: string;
  namespace?: string | null;
  key?: string | null;
  query?: string | null;
}

async function listDefinitions(context: RequestContext, args: DefinitionArguments) {
  const namespace = args.namespace == null ? null : storedNamespace(context, args.namespace);
  const { rows } = await context.store.pool.query<DefinitionRow>(
    `SELECT * FROM metafield_definitions WHERE shop = $1 AND owner_type = $2
       AND namespace = coalesce($3, namespace) AND key = coalesce($4, key) ORDER BY id`,
    [context.shop.domain, args.ownerType, namespace, args.key],
  );
  return rows.map(definitionSource);
}

import { type RequestContext, storedNamespace } from "../context.ts";
import { notImplemented } from "../errors.ts";
import { gid } from "../gid.ts";
import { listConnection, type PageArguments } from "../paging/connection.ts";
import type { TypeResolvers } from "./types.ts";

/** A row of `metafield_definitions`. */
export interface DefinitionRow {
  id: number;
  owner_type: string;
  namespace: string;
  key: string;
  name: string;
  description: string | null;
  type: string;
}

/** A definition as a resolver source. */
export function definitionSource(row: DefinitionRow): DefinitionRow & { __typename: "MetafieldDefinition" } {
  return { ...row, __typename: "MetafieldDefinition" };
}

/** The fields of a metafield definition. */
export const definitionResolvers: TypeResolvers = {
  id: (row: DefinitionRow) => gid("MetafieldDefinition", row.id),
  ownerType: (row: DefinitionRow) => row.owner_type,
  type: (row: DefinitionRow) => ({
    name: row.type,
    category: row.type.split("_")[0]?.toUpperCase() ?? "TEXT",
  }),
};

/** Root fields for metafield definitions. */
export const definitionQueries: TypeResolvers = {
  metafieldDefinitions: async (_root, args: DefinitionArguments, context) => {
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

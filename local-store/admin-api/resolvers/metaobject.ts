import { findDefinition, findMetaobjectByHandle, findMetaobjects } from "../../catalog/metaobjects.ts";
import type { MetaobjectDefinitionRow, MetaobjectFieldRow, MetaobjectRow } from "../../catalog/rows.ts";
import { toDateTime } from "../../data/instants.ts";
import { jsonValue } from "../../data/metafield-values.ts";
import { type RequestContext, storedNamespace } from "../context.ts";
import { gid, idOfType } from "../gid.ts";
import { connection } from "../paging/connection.ts";
import { type SearchArguments, tablePage } from "../paging/table-page.ts";
import { metaobjectFields } from "../search/searchable-fields.ts";
import type { TypeResolvers } from "./types.ts";

/** A metaobject as a resolver source, with its definition. */
export interface MetaobjectSource extends MetaobjectRow {
  __typename: "Metaobject";
  definitionRow: MetaobjectDefinitionRow;
}

/** Adds the definition to a metaobject. */
export function metaobjectSource(row: MetaobjectRow, definition: MetaobjectDefinitionRow): MetaobjectSource {
  return { ...row, __typename: "Metaobject", definitionRow: definition };
}

/** A definition as a resolver source. */
export function metaobjectDefinitionSource(row: MetaobjectDefinitionRow) {
  return { ...row, __typename: "MetaobjectDefinition" as const };
}

/** The metaobject with this id, or null. */
export async function findMetaobject(context: RequestContext, id: number): Promise<MetaobjectSource | null> {
  const [row] = await findMetaobjects(context.store.pool, context.shop.domain, [id]);
  return row ? withDefinition(context, row) : null;
}

async function withDefinition(
  context: RequestContext,
  row: MetaobjectRow | null,
): Promise<MetaobjectSource | null> {
  const definition = row && (await findDefinition(context.store.pool, context.shop.domain, row.type));
  return row && definition ? metaobjectSource(row, definition) : null;
}

/** Root fields for metaobjects. */
export const metaobjectQueries: TypeResolvers = {
  metaobject: (_root, args: { id: string }, context) =>
    findMetaobject(context, idOfType(args.id, "Metaobject")),
  metaobjectByHandle: async (_root, { handle }: { handle: { type: string; handle: string } }, context) => {
    const type = storedType(context, handle.type);
    const { pool } = context.store;
    return withDefinition(
      context,
      await findMetaobjectByHandle(pool, context.shop.domain, type, handle.handle),
    );
  },
  metaobjects: async (_root, args: SearchArguments & { type: string }, context, info) => {
    const type = storedType(context, args.type);
    const definition = await findDefinition(context.store.pool, context.shop.domain, type);
    if (!definition) return connection([], false, false);
    return tablePage(
      context,
      [info.path.key],
      "metaobjects",
      metaobjectFields(definition),
      { ...args, sortKey: args.sortKey ?? "id" },
      async (ids) =>
        (await findMetaobjects(context.store.pool, context.shop.domain, ids)).map((row) =>
          metaobjectSource(row, definition),
        ),
      (sql) => `type = ${sql.add(type)}`,
    );
  },
  metaobjectDefinitionByType: async (_root, args: { type: string }, context) => {
    const type = storedType(context, args.type);
    const row = await findDefinition(context.store.pool, context.shop.domain, type);
    return row && metaobjectDefinitionSource(row);
  },
};

/** Types that start with `$app:` belong to the app, like namespaces. */
export function storedType(context: RequestContext, type: string): string {
  return storedNamespace(context, type);
}

/** The supported fields of a metaobject. */
export const metaobjectResolvers: TypeResolvers = {
  id: (source: MetaobjectSource) => gid("Metaobject", source.id),
  displayName: (source: MetaobjectSource) => source.display_name,
  createdAt: (source: MetaobjectSource) => toDateTime(source.created_at),
  updatedAt: (source: MetaobjectSource) => toDateTime(source.updated_at),
  definition: (source: MetaobjectSource) => metaobjectDefinitionSource(source.definitionRow),
  values: (source: MetaobjectSource) => source.field_values,
  fields: (source: MetaobjectSource) =>
    source.definitionRow.fields.map((field) => fieldSource(source, field)),
  field: (source: MetaobjectSource, args: { key: string }) => {
    const field = source.definitionRow.fields.find((one) => one.key === args.key);
    return field ? fieldSource(source, field) : null;
  },
};

function fieldSource(source: MetaobjectSource, field: MetaobjectFieldRow) {
  const value = source.field_values[field.key] ?? null;
  return {
    key: field.key,
    type: field.type,
    value,
    jsonValue: value === null ? null : jsonValue(field.type, value),
    definition: fieldDefinition(field),
  };
}

/** The supported fields of a metaobject definition. */
export const metaobjectDefinitionResolvers: TypeResolvers = {
  id: (row: MetaobjectDefinitionRow) => gid("MetaobjectDefinition", row.id),
  displayNameKey: (row: MetaobjectDefinitionRow) => row.display_name_key,
  createdAt: (row: MetaobjectDefinitionRow) => toDateTime(row.created_at),
  updatedAt: (row: MetaobjectDefinitionRow) => toDateTime(row.updated_at),
  fieldDefinitions: (row: MetaobjectDefinitionRow) => row.fields.map(fieldDefinition),
};

function fieldDefinition(field: MetaobjectFieldRow) {
  return { ...field, description: null, type: { name: field.type }, validations: [] };
}

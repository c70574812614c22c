import {
  createDefinition,
  deleteMetaobject,
  findDefinition,
  upsertMetaobject,
} from "../../catalog/metaobjects.ts";
import type { MetaobjectDefinitionRow } from "../../catalog/rows.ts";
import type { UserError } from "../../data/rows.ts";
import { notImplemented } from "../errors.ts";
import { gid, idOfType } from "../gid.ts";
import { metaobjectDefinitionSource, metaobjectSource, storedType } from "../resolvers/metaobject.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

interface DefinitionInput {
  type: string;
  name?: string | null;
  description?: string | null;
  displayNameKey?: string | null;
  fieldDefinitions?: Array<{
    key: string;
    name?: string | null;
    type: string;
    required?: boolean | null;
  }> | null;
}

interface UpsertArguments {
  handle: { type: string; handle: string };
  metaobject?: {
    fields?: Array<{ key: string; value: string }> | null;
    handle?: string | null;
    capabilities?: unknown;
  } | null;
  values?: unknown;
}

/** The mutations of metaobjects and their definitions. */
export const metaobjectMutations: TypeResolvers = {
  metaobjectDefinitionCreate: async (
    _root,
    { definition: input }: { definition: DefinitionInput },
    context,
  ) => {
    const { definition, userErrors } = await createDefinition(context.store, context.shop.domain, {
      type: storedType(context, input.type),
      name: input.name ?? input.type.replace(/^\$app:/, ""),
      description: input.description ?? null,
      displayNameKey: input.displayNameKey ?? null,
      fields: (input.fieldDefinitions ?? []).map((field) => ({
        key: field.key,
        name: field.name ?? field.key,
        type: field.type,
        required: field.required ?? false,
      })),
    });
    return {
      metaobjectDefinition: definition && metaobjectDefinitionSource(definition),
      userErrors: withElement(userErrors),
    };
  },

  metaobjectUpsert: async (_root, args: UpsertArguments, context) => {
    const { handle: name, metaobject: input } = args;
    if (args.values !== undefined && args.values !== null)
      throw notImplemented("metaobjectUpsert with values");
    if (input?.handle && input.handle !== name.handle) throw notImplemented("changing a metaobject's handle");
    if (input?.capabilities) throw notImplemented("capabilities of metaobjects");
    const { domain } = context.shop;
    const type = storedType(context, name.type);
    const { metaobject, userErrors } = await upsertMetaobject(
      context.store,
      domain,
      { type, handle: name.handle },
      input?.fields ?? [],
    );
    if (!metaobject) return { metaobject: null, userErrors: withElement(userErrors) };
    context.store.counters.mutation(domain, "metaobjectUpsert", metaobject.id, true);
    const definition = await findDefinition(context.store.pool, domain, type);
    return {
      metaobject: metaobjectSource(metaobject, definition as MetaobjectDefinitionRow),
      userErrors: [],
    };
  },

  metaobjectDelete: async (_root, args: { id: string }, context) => {
    const id = idOfType(args.id, "Metaobject");
    const isDeleted = await deleteMetaobject(context.store, context.shop.domain, id);
    if (!isDeleted) {
      const error = { field: ["id"], message: "Record not found", code: "RECORD_NOT_FOUND" };
      return { deletedId: null, userErrors: withElement([error]) };
    }
    context.store.counters.mutation(context.shop.domain, "metaobjectDelete", id, true);
    return { deletedId: gid("Metaobject", id), userErrors: [] };
  },
};

function withElement(errors: readonly UserError[]) {
  return errors.map((error) => ({ elementIndex: null, elementKey: null, ...error }));
}

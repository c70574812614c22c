import type pg from "pg";
import { touchProduct } from "../../catalog/change-product.ts";
import {
  createMetafieldDefinition,
  type NewMetafieldDefinition,
} from "../../catalog/metafield-definitions.ts";
import { touchCollection } from "../../catalog/touch-collection.ts";
import { touchCustomer } from "../../data/customers.ts";
import {
  deleteMetafields,
  type MetafieldOwnerType,
  type MetafieldToSet,
  setMetafields,
} from "../../data/metafields.ts";
import { findVariants } from "../../data/products.ts";
import { changeOrder, lockOrder } from "../../orders/change-order.ts";
import { appNumber, type RequestContext, requireScope, storedNamespace } from "../context.ts";
import { notImplemented } from "../errors.ts";
import { gid, parseGid } from "../gid.ts";
import { metafieldSource } from "../resolvers/metafield.ts";
import { definitionScope, definitionSource } from "../resolvers/metafield-definition.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

interface SetInput {
  ownerId: string;
  namespace?: string | null;
  key: string;
  type?: string | null;
  value: string;
  compareDigest?: string | null;
}

/** The mutations of metafields and their definitions. */
export const metafieldMutations: TypeResolvers = {
  metafieldsSet: async (_root, { metafields }: { metafields: SetInput[] }, context) => {
    const metafieldsToSet = metafields.map((input): MetafieldToSet => {
      const { ownerId, namespace, ...rest } = input;
      return {
        ...rest,
        ...ownerOf(context, ownerId, "metafieldsSet"),
        namespace: storedNamespace(context, namespace),
      };
    });
    const outcome = await setMetafields(
      context.store,
      context.shop.domain,
      metafieldsToSet,
      touchChangedOwner(context),
    );
    if (outcome.userErrors.length > 0) return { metafields: [], userErrors: outcome.userErrors };
    for (const ownerId of new Set(outcome.metafields.map((metafield) => metafield.ownerId))) {
      context.store.counters.mutation(context.shop.domain, "metafieldsSet", ownerId, true);
    }
    return { metafields: outcome.metafields.map(metafieldSource), userErrors: [] };
  },

  metafieldsDelete: async (_root, { metafields }: { metafields: DeleteInput[] }, context) => {
    const identifiers = metafields.map((input) => ({
      ...ownerOf(context, input.ownerId, "metafieldsDelete"),
      namespace: storedNamespace(context, input.namespace),
      key: input.key,
    }));
    const deleted = await deleteMetafields(
      context.store,
      context.shop.domain,
      identifiers,
      touchChangedOwner(context),
    );
    const deletedMetafields = deleted.map(
      (one, index) => one && { ...one, ownerId: metafields[index]?.ownerId },
    );
    return { deletedMetafields, userErrors: [] };
  },

  metafieldDefinitionCreate: async (_root, { definition }: { definition: DefinitionInput }, context) => {
    requireScope(context, "metafieldDefinitionCreate", definitionScope("write", definition.ownerType));
    const namespace = storedNamespace(context, definition.namespace);
    const { store, shop } = context;
    const created = await createMetafieldDefinition(store.pool, shop.domain, { ...definition, namespace });
    return "userErrors" in created
      ? { createdDefinition: null, userErrors: created.userErrors }
      : { createdDefinition: definitionSource(created.row), userErrors: [] };
  },
};

type DefinitionInput = Omit<NewMetafieldDefinition, "namespace"> & { namespace?: string | null };

interface DeleteInput {
  ownerId: string;
  namespace: string;
  key: string;
}

const OWNERS: Readonly<Record<string, { ownerType: MetafieldOwnerType; scope: string | null }>> = {
  AppInstallation: { ownerType: "API_PERMISSION", scope: null },
  Collection: { ownerType: "COLLECTION", scope: "write_products" },
  Customer: { ownerType: "CUSTOMER", scope: "write_customers" },
  Order: { ownerType: "ORDER", scope: "write_orders" },
  Product: { ownerType: "PRODUCT", scope: "write_products" },
  ProductVariant: { ownerType: "PRODUCTVARIANT", scope: "write_products" },
  Shop: { ownerType: "SHOP", scope: null },
};

function ownerOf(context: RequestContext, ownerId: string, field: string) {
  const { type, id } = parseGid(ownerId);
  const owner = OWNERS[type];
  if (!owner) throw notImplemented(`metafields of ${type}`);
  if (owner.scope) requireScope(context, field, owner.scope);
  const fixedIds = { API_PERMISSION: appNumber(context.token.api_key), SHOP: context.shop.id } as Record<
    string,
    number
  >;
  const isAccessible = fixedIds[owner.ownerType] === undefined || fixedIds[owner.ownerType] === id;
  if (!isAccessible) throw notImplemented(`metafields of ${gid(type, id)}, which belongs to another shop`);
  return { ownerType: owner.ownerType, ownerId: id };
}

/** Changing the metafields of a customer, order, product, or collection also updates it. A variant's metafields update its product. */
function touchChangedOwner(context: RequestContext) {
  const { store } = context;
  const { domain } = context.shop;
  return async (client: pg.PoolClient, ownerType: MetafieldOwnerType, ownerId: number) => {
    if (ownerType === "CUSTOMER") await touchCustomer(client, store, domain, ownerId);
    if (ownerType === "ORDER") await changeOrder(client, store, await lockOrder(client, domain, ownerId), {});
    if (ownerType === "PRODUCT") await touchProduct(client, store, domain, ownerId);
    if (ownerType === "COLLECTION") await touchCollection(client, store, domain, ownerId);
    if (ownerType === "PRODUCTVARIANT") {
      const [variant] = await findVariants(client, domain, [ownerId]);
      if (variant) await touchProduct(client, store, domain, variant.product_id);
    }
  };
}

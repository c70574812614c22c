import { findCollections } from "../../catalog/collections.ts";
import { findCustomer } from "../../data/find-customers.ts";
import { toDateTime } from "../../data/instants.ts";
import { jsonValue } from "../../data/metafield-values.ts";
import {
  compareDigest,
  type Metafield,
  type MetafieldOwnerType,
  metafieldId,
} from "../../data/metafields.ts";
import { findProducts, findVariants } from "../../data/products.ts";
import type { MetafieldEntry } from "../../data/rows.ts";
import { findOrder } from "../../orders/read-orders.ts";
import { appNumber, type RequestContext, storedNamespace } from "../context.ts";
import { gid } from "../gid.ts";
import type { ListResolver, Resolver, TypeResolvers } from "./types.ts";

/** An owner of metafields. `metafieldEntries` is set if they were read with the owner. */
export interface MetafieldOwner {
  id: number;
  metafieldEntries?: MetafieldEntry[];
}

/** A metafield as a resolver source. */
export interface MetafieldSource extends Metafield {
  __typename: "Metafield";
  id: number;
}

/** Converts a stored metafield to a resolver source. */
export function metafieldSource(metafield: Metafield): MetafieldSource {
  return { ...metafield, __typename: "Metafield", id: metafieldId(metafield) };
}

/** The field `metafield(namespace, key)` of every owner. */
export function metafieldField(ownerType: MetafieldOwnerType): Resolver {
  return (owner: MetafieldOwner, args: { namespace?: string | null; key: string }, context) => {
    const namespace = storedNamespace(context, args.namespace);
    return withEntries(owner, ownerType, context, (entries) => {
      const entry = entries.find((one) => one.namespace === namespace && one.key === args.key);
      return entry ? metafieldSource({ ...entry, ownerType, ownerId: owner.id }) : null;
    });
  };
}

/** The connection `metafields(namespace, keys)` of every owner. `keys` are `namespace.key`, or keys in `namespace`. */
export function metafieldsList(ownerType: MetafieldOwnerType): ListResolver {
  return (owner: MetafieldOwner, args: { namespace?: string | null; keys?: string[] | null }, context) => {
    const filter = metafieldFilter(args, context);
    return withEntries(owner, ownerType, context, (entries) =>
      entries.filter(filter).map((entry) => metafieldSource({ ...entry, ownerType, ownerId: owner.id })),
    );
  };
}

function metafieldFilter(
  args: { namespace?: string | null; keys?: string[] | null },
  context: RequestContext,
): (entry: MetafieldEntry) => boolean {
  const namespace = args.namespace == null ? null : storedNamespace(context, args.namespace);
  if (!args.keys) return (entry) => namespace === null || entry.namespace === namespace;
  const full = new Set(
    args.keys.map((key) => {
      const dot = key.lastIndexOf(".");
      if (dot < 0) return `${namespace ?? storedNamespace(context, null)}.${key}`;
      return `${storedNamespace(context, key.slice(0, dot))}.${key.slice(dot + 1)}`;
    }),
  );
  return (entry) => full.has(`${entry.namespace}.${entry.key}`);
}

/** Synchronous if the entries were read with the owner, as in bulk operations. */
function withEntries<T>(
  owner: MetafieldOwner,
  ownerType: MetafieldOwnerType,
  context: RequestContext,
  then: (entries: MetafieldEntry[]) => T,
): T | Promise<T> {
  if (owner.metafieldEntries) return then(owner.metafieldEntries);
  return context.metafields.load(ownerType, owner.id).then(then);
}

/** The fields of a metafield. */
export const metafieldResolvers: TypeResolvers = {
  id: (source: MetafieldSource) => gid("Metafield", source.id),
  legacyResourceId: (source: MetafieldSource) => String(source.id),
  compareDigest: (source: MetafieldSource) => compareDigest(source),
  createdAt: (source: MetafieldSource) => toDateTime(source.created_at),
  updatedAt: (source: MetafieldSource) => toDateTime(source.updated_at),
  jsonValue: (source: MetafieldSource) => jsonValue(source.type, source.value),
  sizeInBytes: (source: MetafieldSource) => Buffer.byteLength(source.value),
  owner: (source: MetafieldSource, _args, context) => findOwner(source, context),
};

async function findOwner(metafield: Metafield, context: RequestContext): Promise<unknown> {
  const { pool } = context.store;
  const shop = context.shop.domain;
  switch (metafield.ownerType) {
    case "CUSTOMER":
      return { ...(await findCustomer(pool, shop, metafield.ownerId)), __typename: "Customer" };
    case "PRODUCT":
      return { ...(await findProducts(pool, shop, [metafield.ownerId]))[0], __typename: "Product" };
    case "PRODUCTVARIANT":
      return { ...(await findVariants(pool, shop, [metafield.ownerId]))[0], __typename: "ProductVariant" };
    case "COLLECTION":
      return { ...(await findCollections(pool, shop, [metafield.ownerId]))[0], __typename: "Collection" };
    case "ORDER":
      return { ...(await findOrder(pool, shop, metafield.ownerId)), __typename: "Order" };
    case "SHOP":
      return { ...context.shop, __typename: "Shop" };
    case "API_PERMISSION":
      return { id: appNumber(context.token.api_key), __typename: "AppInstallation" };
  }
}

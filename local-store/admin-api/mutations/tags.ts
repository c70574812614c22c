import { addProductTags, removeProductTags } from "../../catalog/change-product.ts";
import { addTags, removeTags } from "../../data/customers.ts";
import type { UserError } from "../../data/rows.ts";
import { addOrderTags, removeOrderTags } from "../../orders/update-order.ts";
import { type RequestContext, requireScope } from "../context.ts";
import { notImplemented } from "../errors.ts";
import { parseGid } from "../gid.ts";
import { productSource } from "../resolvers/catalog-sources.ts";
import { customerSource } from "../resolvers/customer.ts";
import { orderSource } from "../resolvers/order-source.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

interface TagsArguments {
  id: string;
  tags: string[];
}

/** The result of changing tags. `node` is null if there are user errors. */
interface TagsChange {
  node: unknown;
  userErrors: UserError[];
  changed: boolean;
}

/** A type whose tags can be changed. */
interface Taggable {
  scope: string;
  tagsAdd(context: RequestContext, id: number, tags: string[]): Promise<TagsChange>;
  tagsRemove(context: RequestContext, id: number, tags: string[]): Promise<TagsChange>;
}

const taggables: Readonly<Record<string, Taggable>> = {
  Customer: {
    scope: "write_customers",
    tagsAdd: async ({ store, shop }, id, tags) => customerTags(await addTags(store, shop.domain, id, tags)),
    tagsRemove: async ({ store, shop }, id, tags) =>
      customerTags(await removeTags(store, shop.domain, id, tags)),
  },
  Order: {
    scope: "write_orders",
    tagsAdd: async ({ store, shop }, id, tags) => orderTags(await addOrderTags(store, shop.domain, id, tags)),
    tagsRemove: async ({ store, shop }, id, tags) =>
      orderTags(await removeOrderTags(store, shop.domain, id, tags)),
  },
  Product: {
    scope: "write_products",
    tagsAdd: async ({ store, shop }, id, tags) =>
      productTags(await addProductTags(store, shop.domain, id, tags)),
    tagsRemove: async ({ store, shop }, id, tags) =>
      productTags(await removeProductTags(store, shop.domain, id, tags)),
  },
};

function customerTags({ customer, ...change }: Awaited<ReturnType<typeof addTags>>): TagsChange {
  return { ...change, node: customer && customerSource(customer) };
}

function productTags({ product, ...change }: Awaited<ReturnType<typeof addProductTags>>): TagsChange {
  return { ...change, node: product && productSource(product) };
}

function orderTags({ order, ...change }: Awaited<ReturnType<typeof addOrderTags>>): TagsChange {
  return { ...change, node: order && orderSource(order) };
}

/** The mutations of tags, for every type that has them. */
export const tagMutations: TypeResolvers = {
  tagsAdd: (_root, args: TagsArguments, context) => changeTags("tagsAdd", args, context),
  tagsRemove: (_root, args: TagsArguments, context) => changeTags("tagsRemove", args, context),
};

async function changeTags(mutation: "tagsAdd" | "tagsRemove", args: TagsArguments, context: RequestContext) {
  const { type, id } = parseGid(args.id);
  const taggable = taggables[type];
  if (!taggable) throw notImplemented(`${mutation} of ${type}`);
  requireScope(context, mutation, taggable.scope);
  const { node, userErrors, changed } = await taggable[mutation](context, id, args.tags);
  if (!node || userErrors.length > 0) return { node: null, userErrors };
  context.store.counters.mutation(context.shop.domain, mutation, id, changed);
  return { node, userErrors: [] };
}

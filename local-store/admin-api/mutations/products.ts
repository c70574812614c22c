import { requestReorder } from "../../catalog/reorder-media.ts";
import { updateVariants, type VariantChange } from "../../catalog/update-variants.ts";
import type { VariantRow } from "../../data/rows.ts";
import { badRequest, notImplemented } from "../errors.ts";
import { idOfType, parseGid } from "../gid.ts";
import { parsePrice } from "../parse-money-input.ts";
import { productSource, variantSource } from "../resolvers/catalog-sources.ts";
import { jobGid } from "../resolvers/job.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

/** The supported fields of the schema's `ProductVariantsBulkInput`. */
interface VariantInput {
  id?: string | null;
  price?: unknown;
  compareAtPrice?: unknown;
  barcode?: string | null;
  inventoryPolicy?: VariantRow["inventory_policy"] | null;
  taxable?: boolean | null;
  taxCode?: string | null;
  inventoryItem?: {
    sku?: string | null;
    cost?: unknown;
    tracked?: boolean | null;
    requiresShipping?: boolean | null;
  } | null;
}

interface UpdateArguments {
  productId: string;
  variants: VariantInput[];
  allowPartialUpdates?: boolean | null;
  media?: unknown[] | null;
}

interface ReorderArguments {
  id: string;
  moves: Array<{ id: string; newPosition: string }>;
}

/** The mutations of products. */
export const productMutations: TypeResolvers = {
  productVariantsBulkUpdate: async (_root, args: UpdateArguments, context) => {
    if (args.media?.length) throw notImplemented("media in productVariantsBulkUpdate");
    const id = idOfType(args.productId, "Product");
    const { currency, domain } = context.shop;
    const changes = args.variants.map((input) => toChange(input, currency));
    const result = await updateVariants(
      context.store,
      domain,
      id,
      changes,
      args.allowPartialUpdates ?? false,
    );
    for (const variant of result.variants ?? [])
      context.store.counters.mutation(domain, "productVariantsBulkUpdate", variant.id, true);
    return {
      product: result.product && productSource(result.product),
      productVariants: result.variants?.map(variantSource) ?? null,
      userErrors: result.userErrors,
    };
  },

  productReorderMedia: async (_root, args: ReorderArguments, context) => {
    const id = idOfType(args.id, "Product");
    const moves = args.moves.map((move) => ({
      id: parseGid(move.id).id,
      newPosition: toPosition(move.newPosition),
    }));
    const { job, userErrors } = await requestReorder(context.store, context.shop.domain, id, moves);
    if (job) context.store.counters.mutation(context.shop.domain, "productReorderMedia", id, true);
    return {
      job: job && { id: jobGid(job.id), done: false },
      mediaUserErrors: userErrors,
      userErrors: userErrors.map(({ field, message }) => ({ field, message })),
    };
  },
};

const SUPPORTED = new Set([
  "id",
  "price",
  "compareAtPrice",
  "barcode",
  "inventoryPolicy",
  "taxable",
  "taxCode",
  "inventoryItem",
]);
const SUPPORTED_ITEM = new Set(["sku", "cost", "tracked", "requiresShipping"]);

function toChange(input: VariantInput, currency: string): VariantChange {
  const unsupported =
    Object.keys(input).find((name) => !SUPPORTED.has(name)) ??
    Object.keys(input.inventoryItem ?? {}).find((name) => !SUPPORTED_ITEM.has(name));
  if (unsupported) throw notImplemented(`the variant's field ${unsupported}`);
  const values: VariantChange["values"] = {};
  if (input.price === null) throw notImplemented("removing a variant's price");
  if (input.price !== undefined) values.price_cents = parsePrice(input.price, currency);
  if (input.compareAtPrice !== undefined)
    values.compare_at_price_cents =
      input.compareAtPrice === null ? null : parsePrice(input.compareAtPrice, currency);
  if (input.barcode !== undefined) values.barcode = input.barcode || null;
  if (input.inventoryPolicy) values.inventory_policy = input.inventoryPolicy;
  if (input.taxable != null) values.taxable = input.taxable;
  if (input.taxCode !== undefined) values.tax_code = input.taxCode || null;
  const item = input.inventoryItem;
  if (item?.sku !== undefined) values.sku = item.sku || null;
  if (item?.cost !== undefined)
    values.cost_cents = item.cost === null ? null : parsePrice(item.cost, currency);
  if (item?.tracked != null) values.inventory_tracker = item.tracked ? "shopify" : null;
  if (item?.requiresShipping != null) values.requires_shipping = item.requiresShipping;
  return { id: input.id ? idOfType(input.id, "ProductVariant") : null, values };
}

function toPosition(text: string): number {
  const position = Number(text);
  if (!Number.isSafeInteger(position) || position < 0) throw badRequest(`Invalid UnsignedInt64 '${text}'`);
  return position;
}

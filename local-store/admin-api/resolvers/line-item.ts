import { lineTotalCents, type OrderLineRow, unfulfilledQuantity } from "../../orders/rows.ts";
import type { RequestContext } from "../context.ts";
import { gid } from "../gid.ts";
import { productSource, variantSource } from "./catalog-sources.ts";
import { readyImage } from "./media.ts";
import { moneyBag } from "./money.ts";
import type { OrderSource } from "./order-source.ts";
import { weightOf } from "./product.ts";
import type { TypeResolvers } from "./types.ts";

type LineSource = OrderLineRow & { __typename: "LineItem"; currency: string };

/** A line of an order as a resolver source. */
export const lineSource = (row: OrderLineRow, { currency }: Pick<OrderSource, "currency">): LineSource => ({
  ...row,
  __typename: "LineItem",
  currency,
});

/** The line with this id of an order, as a resolver source. */
export async function findLine(
  order: OrderSource,
  lineId: number,
  context: RequestContext,
): Promise<LineSource | null> {
  const lines = order.lines ?? (await context.orderLines.load(order.id)) ?? [];
  const line = lines.find(({ id }) => id === lineId);
  return line ? lineSource(line, order) : null;
}

const bag = (line: LineSource, cents: number) => moneyBag(cents, line.currency);
const discountCents = (line: LineSource) => line.discounts.reduce((sum, { cents }) => sum + cents, 0);

/** The supported fields of a line. */
export const lineItemResolvers: TypeResolvers = {
  id: (line: LineSource) => gid("LineItem", line.id),
  name: (line: LineSource) => [line.title, line.variant_title].filter(Boolean).join(" - "),
  variantTitle: (line: LineSource) => line.variant_title,
  currentQuantity: (line: LineSource) => line.quantity - line.refunded_quantity,
  refundableQuantity: (line: LineSource) => line.quantity - line.refunded_quantity,
  unfulfilledQuantity: (line: LineSource) => unfulfilledQuantity(line),
  nonFulfillableQuantity: (line: LineSource) => line.quantity - unfulfilledQuantity(line),
  requiresShipping: (line: LineSource) => line.requires_shipping,
  isGiftCard: (line: LineSource) => line.gift_card,
  restockable: (line: LineSource) => line.variant_id !== null,
  customAttributes: (line: LineSource) => line.properties,
  originalUnitPriceSet: (line: LineSource) => bag(line, line.price_cents),
  originalTotalSet: (line: LineSource) => bag(line, line.price_cents * line.quantity),
  // Without the argument, Shopify leaves the discounts of codes out.
  discountedTotalSet: (line: LineSource, args: { withCodeDiscounts?: boolean }) => {
    const own = line.discounts.filter(({ code }) => args.withCodeDiscounts || code === null);
    return bag(line, lineTotalCents({ ...line, discounts: own }));
  },
  discountedUnitPriceSet: (line: LineSource) => {
    const own = line.discounts.filter(({ code }) => code === null);
    return bag(line, Math.round(lineTotalCents({ ...line, discounts: own }) / line.quantity));
  },
  discountedUnitPriceAfterAllDiscountsSet: (line: LineSource) =>
    bag(line, Math.round(lineTotalCents(line) / line.quantity)),
  totalDiscountSet: (line: LineSource) => bag(line, discountCents(line)),
  discountAllocations: (line: LineSource) =>
    line.discounts.map(({ code, cents }) => ({
      allocatedAmountSet: bag(line, cents),
      discountApplication:
        code === null
          ? { __typename: "ManualDiscountApplication", title: "Discount" }
          : { __typename: "DiscountCodeApplication", code },
    })),
  weight: (line: LineSource) => weightOf(line),
  lineItemGroup: (line: LineSource) =>
    line.line_group && {
      ...line.line_group,
      id: gid("LineItemGroup", line.line_group.id),
      customAttributes: [],
      productId: null,
    },
  image: async (line: LineSource, _args, context) => {
    const media = line.product_id === null ? [] : ((await context.media.load(line.product_id)) ?? []);
    const image = media.find(({ type }) => type === "IMAGE");
    return image ? readyImage(image, context) : null;
  },
  product: async (line: LineSource, _args, context) => {
    const product = line.product_id === null ? undefined : await context.products.load(line.product_id);
    return product ? productSource(product) : null;
  },
  variant: async (line: LineSource, _args, context) => {
    const variant = line.variant_id === null ? undefined : await context.variantsById.load(line.variant_id);
    return variant ? variantSource(variant) : null;
  },
};

import { bulkQuery, type DataOf, type Item, operation } from "../operation";

/** An order's customer. Null when the customer was deleted, and for an order without one. */
export const orderCustomer = operation(
  "query OrderCustomer($id: ID!) { order(id: $id) { customer { id } } }",
);

const MONEY = "{ shopMoney { amount currencyCode } }" as const;
const ORDER_FIELDS =
  `id name createdAt processedAt updatedAt cancelledAt test sourceName sourceIdentifier tags discountCodes
        displayFinancialStatus displayFulfillmentStatus returnStatus
        totalPriceSet ${MONEY}
        totalDiscountsSet ${MONEY}
        totalRefundedSet ${MONEY}
        customer { id }
        risk { recommendation }
        fulfillments(first: 50) { status createdAt deliveredAt }` as const;
const LINE_FIELDS = `id sku title quantity currentQuantity
          originalUnitPriceSet ${MONEY}
          discountedTotalSet(withCodeDiscounts: true) ${MONEY}
          lineItemGroup { id title quantity variantSku }
          customAttributes { key value }` as const;

/**
 * Every order with its lines, for the rebuild of the mirror. In the result file, each line item has a JSON line of its own, after its
 * order's.
 */
export const bulkOrdersMirror = bulkQuery(
  `query BulkOrdersMirror {
  orders {
    edges {
      node {
        ${ORDER_FIELDS}
        lineItems { edges { node { ${LINE_FIELDS} } } }
      }
    }
  }
}`,
);

type BulkOrder = Item<DataOf<typeof bulkOrdersMirror>["orders"]>;

/** An order in the result file. */
export type BulkOrderNode = Omit<BulkOrder, "lineItems">;
/** A line item in the result file. */
export type BulkLineItemNode = Item<BulkOrder["lineItems"]>;

const PAGE = "pageInfo { hasNextPage endCursor }" as const;

/** An order as the mirror has it, for the answer of a mutation. One with more lines is read by id. */
export const ORDER_IN_ANSWER = `${ORDER_FIELDS}
      lineItems(first: 100) { nodes { ${LINE_FIELDS} } ${PAGE} }` as const;

/** How many orders are read in one call, so that it stays below Shopify's limit of 1,000 points per query. */
export const ORDERS_PER_CALL = 5;

/** Orders by id, strongly consistent. Null for those that were deleted. `orderLinesAfter` reads what doesn't fit. */
export const ordersByIds = operation(
  `query OrdersByIds($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Order {
      ${ORDER_FIELDS}
      lineItems(first: 20) { nodes { ${LINE_FIELDS} } ${PAGE} }
    }
  }
}`,
);

type NodeOf<Data extends { nodes: readonly unknown[] }> = Data["nodes"][number];
/** An order with the first of its lines. */
export type OrderNode = Extract<NodeOf<DataOf<typeof ordersByIds>>, { name: string }>;

/** The order in a selection on `Node`. Null for a node of another type, which has none of the fields. */
export const orderIn = (node: OrderNode | Record<never, never> | null | undefined): OrderNode | null =>
  node && "name" in node ? node : null;

/** The next page of an order's lines. */
export const orderLinesAfter = operation(
  `query OrderLinesAfter($id: ID!, $after: String) {
  order(id: $id) { lineItems(first: 100, after: $after) { nodes { ${LINE_FIELDS} } ${PAGE} } }
}`,
);

/** The customer of an order, for emails about it. The order's own address is the one that was entered at checkout. */
export const orderContact = operation(
  `query OrderContact($id: ID!) {
  order(id: $id) { id name email customer { id firstName displayName defaultEmailAddress { emailAddress } } }
}`,
);

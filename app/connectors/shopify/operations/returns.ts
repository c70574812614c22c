import { type DataOf, type Item, operation } from "../operation";

/** Orders with a name, such as `name:'#1001'`. The search may match more: compare the names. */
export const ordersByName = operation(
  "query OrdersByName($query: String!) { orders(first: 5, query: $query) { nodes { id name } } }",
);

/** An order with what a return needs of it, and its first 50 lines. `returnOrderLines` reads the others. */
export const returnOrder = operation(
  `query ReturnOrder($id: ID!) {
  order(id: $id) {
    id name createdAt displayFulfillmentStatus email presentmentCurrencyCode
    customer { id displayName }
    totalPriceSet { shopMoney { amount currencyCode } }
    shippingAddress { name address1 address2 city provinceCode zip countryCodeV2 phone }
    lineItems(first: 50) {
      nodes {
        id title variantTitle sku quantity unfulfilledQuantity
        image { url }
        discountedUnitPriceAfterAllDiscountsSet { shopMoney { amount currencyCode } }
        weight { value unit }
        customAttributes { key value }
        variant { inventoryItem { measurement { weight { value unit } } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
);

/** The next 50 lines of an order. */
export const returnOrderLines = operation(
  `query ReturnOrderLines($id: ID!, $after: String) {
  order(id: $id) {
    lineItems(first: 50, after: $after) {
      nodes {
        id title variantTitle sku quantity unfulfilledQuantity
        image { url }
        discountedUnitPriceAfterAllDiscountsSet { shopMoney { amount currencyCode } }
        weight { value unit }
        customAttributes { key value }
        variant { inventoryItem { measurement { weight { value unit } } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
);

type ReturnOrderData = NonNullable<DataOf<typeof returnOrder>["order"]>;
export type ReturnOrderNode = Omit<ReturnOrderData, "lineItems">;
export type ReturnLineNode = Item<ReturnOrderData["lineItems"]>;

/** What can be returned of an order: of each fulfillment, the first 100 lines. */
export const orderReturnables = operation(
  `query OrderReturnables($orderId: ID!, $after: String) {
  returnableFulfillments(orderId: $orderId, first: 2, after: $after) {
    nodes {
      returnableFulfillmentLineItems(first: 100) {
        nodes { quantity fulfillmentLineItem { id lineItem { id } } }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`,
);

/** The returns of an order with their refunds and parcels, and the first 30 lines of each. `returnLines` reads the others. */
export const orderReturns = operation(
  `query OrderReturns($id: ID!, $after: String) {
  order(id: $id) {
    returns(first: 5, after: $after) {
      nodes {
        id name status createdAt
        returnLineItems(first: 30) {
          nodes {
            id quantity refundedQuantity processableQuantity returnReasonNote
            ... on ReturnLineItem { fulfillmentLineItem { lineItem { id sku title } } }
          }
          pageInfo { hasNextPage endCursor }
        }
        refunds(first: 5) { nodes { id } }
        reverseFulfillmentOrders(first: 2) {
          nodes {
            reverseDeliveries(first: 2) {
              nodes { deliverable { ... on ReverseDeliveryShippingDeliverable { tracking { number url } label { publicFileUrl } } } }
            }
          }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
);

export type ReturnNode = Item<NonNullable<DataOf<typeof orderReturns>["order"]>["returns"]>;

/** The next 100 lines of a return. */
export const returnLines = operation(
  `query ReturnLines($id: ID!, $after: String) {
  return(id: $id) {
    returnLineItems(first: 100, after: $after) {
      nodes {
        id quantity processedQuantity refundedQuantity processableQuantity returnReasonNote
        ... on ReturnLineItem { returnReasonDefinition { id name } fulfillmentLineItem { id lineItem { id sku title variantTitle image { url } } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
);
export type ReturnLine = Item<NonNullable<DataOf<typeof returnLines>["return"]>["returnLineItems"]>;

/** Whether the parcels of a return are announced. */
export const returnParcels = operation(
  `query ReturnParcels($id: ID!) {
  return(id: $id) {
    status
    reverseFulfillmentOrders(first: 50) { nodes { id reverseDeliveries(first: 1) { nodes { id } } } }
  }
}`,
);

/** Whether a return is open, and what of it is refunded. `returnCreate` takes at most 250 lines. */
export const returnProgress = operation(
  `query ReturnProgress($id: ID!) {
  return(id: $id) { status returnLineItems(first: 250) { nodes { quantity processedQuantity refundedQuantity } } }
}`,
);

/** A return that is processed, without its lines. */
export const returnToProcess = operation(
  `query ReturnToProcess($id: ID!) {
  return(id: $id) { id name status order { id name customer { id displayName } } }
}`,
);
export type ReturnToProcess = NonNullable<DataOf<typeof returnToProcess>["return"]>;

/** What the customer sends back for a return: of the next reverse fulfillment order, the most lines that a return has. */
export const reverseLines = operation(
  `query ReverseLines($id: ID!, $after: String) {
  return(id: $id) {
    reverseFulfillmentOrders(first: 1, after: $after) {
      nodes { lineItems(first: 250) { nodes { id fulfillmentLineItem { id } } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
);
type ReverseOrderNode = Item<NonNullable<DataOf<typeof reverseLines>["return"]>["reverseFulfillmentOrders"]>;
export type ReverseLine = Item<ReverseOrderNode["lineItems"]>;

/** What Shopify suggests to refund for units of a return, after its fees. */
export const returnOutcome = operation(
  `query ReturnOutcome($id: ID!, $lines: [SuggestedOutcomeReturnLineItemInput!]!) {
  return(id: $id) {
    suggestedFinancialOutcome(returnLineItems: $lines, exchangeLineItems: []) {
      discountedSubtotal { shopMoney { amount currencyCode } }
      totalTax { shopMoney { amount currencyCode } }
      financialTransfer { ... on RefundReturnOutcome { amount { shopMoney { amount currencyCode } } } }
    }
  }
}`,
);

/** The places where received units can be restocked. */
export const stockLocations = operation(
  "query StockLocations { locations(first: 50) { nodes { id name isActive } } }",
);

/** The shop's reasons for returns. */
export const returnReasons = operation(
  'query ReturnReasons { returnReasonDefinitions(first: 100, query: "deleted:false") { nodes { id handle name } } }',
);

export const returnCreate = operation(
  `mutation ReturnCreate($input: ReturnInput!) {
  returnCreate(returnInput: $input) { return { id name } userErrors { code field message } }
}`,
  { repeatable: false },
);

export const returnCancel = operation(
  `mutation ReturnCancel($id: ID!) {
  returnCancel(id: $id) { return { id status } userErrors { code field message } }
}`,
);

/** Records what was received, and refunds it. */
export const returnProcess = operation(
  `mutation ReturnProcess($input: ReturnProcessInput!) {
  returnProcess(input: $input) { return { id status } userErrors { code field message } }
}`,
  { repeatable: false },
);

export const reverseDeliveryCreate = operation(
  `mutation ReverseDeliveryCreate($rfoId: ID!, $lines: [ReverseDeliveryLineItemInput!]!, $tracking: ReverseDeliveryTrackingInput, $label: ReverseDeliveryLabelInput, $notify: Boolean) {
  reverseDeliveryCreateWithShipping(reverseFulfillmentOrderId: $rfoId, reverseDeliveryLineItems: $lines, trackingInput: $tracking, labelInput: $label, notifyCustomer: $notify) {
    reverseDelivery { id } userErrors { code field message }
  }
}`,
  { repeatable: false },
);

/** A place to upload a file to. */
export const stagedUploadsCreate = operation(
  `mutation StagedUploadsCreate($input: [StagedUploadInput!]!) {
  stagedUploadsCreate(input: $input) {
    stagedTargets { url resourceUrl parameters { name value } }
    userErrors { field message }
  }
}`,
);

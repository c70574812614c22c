import { operation } from "../operation";

/** Creates an order. Not repeatable: look for its unique metafield before it is sent again. */
export const promoOrderCreate = operation(
  `mutation PromoOrderCreate($order: OrderCreateOrderInput!, $options: OrderCreateOptionsInput) {
  orderCreate(order: $order, options: $options) {
    order { id name }
    userErrors { code field message }
  }
}`,
  { repeatable: false },
);

/** The id of the customer with an email address. Null when there is none. */
export const rewardCustomer = operation(
  `query RewardCustomer($email: String!) { customer: customerByIdentifier(identifier: { emailAddress: $email }) { id } }`,
);

/** The order with a unique metafield. Null when there is none. */
export const orderByMetafield = operation(
  `query OrderByMetafield($identifier: OrderIdentifierInput!) { orderByIdentifier(identifier: $identifier) { id name } }`,
);

/** Orders by what an app named their source. Search lags behind, and matches words: compare the identifier. */
export const ordersBySource = operation(
  `query OrdersBySource($query: String!) { orders(first: 5, query: $query) { nodes { id name sourceIdentifier } } }`,
);

/** How far the delivery of orders is. */
export const orderDeliveries = operation(
  `query OrderDeliveries($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Order {
      id name cancelledAt
      cancelReason
      fulfillments(first: 5) { status displayStatus createdAt deliveredAt trackingInfo(first: 1) { number } }
    }
  }
}`,
);

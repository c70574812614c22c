import { type DataOf, operation } from "../operation";

/** How many orders `orderContacts` reads in one call. */
export const CONTACTS_PER_CALL = 25;

const ADDRESS = "{ name phone address1 city provinceCode zip countryCodeV2 }" as const;

/** The contact details of orders by id, which the mirror doesn't have. Null for orders that were deleted. */
export const orderContacts = operation(
  `query OrderContacts($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Order {
      id email phone clientIp processedAt displayFulfillmentStatus
      billingAddress ${ADDRESS}
      shippingAddress ${ADDRESS}
    }
  }
}`,
);

/** An order with its contact details. */
export type OrderContacts = Extract<
  DataOf<typeof orderContacts>["nodes"][number],
  { displayFulfillmentStatus: string }
>;

/** Writes an assessment of an order's risk, in place of the app's earlier one: safe to repeat. */
export const orderRiskAssessmentCreate = operation(
  `mutation OrderRiskAssessmentCreate($input: OrderRiskAssessmentCreateInput!) {
  orderRiskAssessmentCreate(orderRiskAssessmentInput: $input) {
    orderRiskAssessment { riskLevel }
    userErrors { code field message }
  }
}`,
);

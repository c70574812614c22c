import { operation } from "../operation";

/** The value of a discount with codes, its dates, and whether each customer can use it once only. */
const TERMS = `title status startsAt endsAt appliesOncePerCustomer
  customerGets { value { __typename ... on DiscountPercentage { percentage } ... on DiscountAmount { amount { amount } } } }`;

/** The discount that has a code, whatever the code's case. Null when none has it. */
export const discountByCode = operation(
  `query DiscountByCode($code: String!) {
  codeDiscountNodeByCode(code: $code) { id codeDiscount { __typename ... on DiscountCodeBasic { ${TERMS} } } }
}`,
);

/** Creates a discount with its first code. Sent again, its code is taken: find the discount by it. */
export const discountCreate = operation(
  `mutation DiscountCreate($d: DiscountCodeBasicInput!) {
  discountCodeBasicCreate(basicCodeDiscount: $d) {
    codeDiscountNode { id codeDiscount { ... on DiscountCodeBasic { codes(first: 1) { nodes { id code } } } } }
    userErrors { code field message }
  }
}`,
);

/** The most codes of one call. */
export const MAX_CODES_PER_CALL = 250;

/** Adds codes to a discount in the background. Sent again, the codes that it added are taken. */
export const discountCodesBulkAdd = operation(
  `mutation DiscountCodesBulkAdd($discountId: ID!, $codes: [DiscountRedeemCodeInput!]!) {
  discountRedeemCodeBulkAdd(discountId: $discountId, codes: $codes) {
    bulkCreation { id done codesCount }
    userErrors { code field message }
  }
}`,
);

/** How far the addition is, and the result of each code. */
export const discountCodesBulkAddStatus = operation(
  `query DiscountCodesBulkAddStatus($id: ID!) {
  discountRedeemCodeBulkCreation(id: $id) {
    id done
    codes(first: ${MAX_CODES_PER_CALL}) {
      nodes { code discountRedeemCode { id code } errors { code field message } }
    }
  }
}`,
);

/** Deletes codes of a discount in the background. Ids that it doesn't have are skipped. */
export const discountCodesDelete = operation(
  `mutation DiscountCodesDelete($discountId: ID!, $ids: [ID!]) {
  discountCodeRedeemCodeBulkDelete(discountId: $discountId, ids: $ids) { job { id done } userErrors { code field message } }
}`,
);

/** A discount with a page of its codes and how often each was used. The counts lag behind orders. */
export const discountCodesUsage = operation(
  `query DiscountCodesUsage($id: ID!, $after: String) {
  codeDiscountNode(id: $id) {
    id
    codeDiscount { ... on DiscountCodeBasic {
      ${TERMS}
      codes(first: 250, after: $after) { nodes { id code asyncUsageCount } pageInfo { hasNextPage endCursor } }
    } }
  }
}`,
);

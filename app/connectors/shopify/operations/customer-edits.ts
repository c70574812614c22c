import { operation, type UserError } from "../operation";

export interface MetafieldToSet {
  ownerId: string;
  namespace: string;
  key: string;
  type: string;
  value: string;
  /** What the value was when it was read; null says that there was none. Shopify refuses when it is another by now. */
  compareDigest: string | null;
}

/** Writes up to 25 metafields, all or none. Not repeatable: the digests that it compares are the old ones. */
export const metafieldsSet = operation<
  { metafieldsSet: { userErrors: UserError[] } },
  { metafields: MetafieldToSet[] }
>(
  `mutation MetafieldsSet($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) { userErrors { code field message } }
}`,
  { repeatable: false },
);

/** Takes metafields away: `metafieldsSet` refuses blank values. */
export const metafieldsDelete = operation<
  { metafieldsDelete: { userErrors: UserError[] } },
  { metafields: { ownerId: string; namespace: string; key: string }[] }
>(
  `mutation MetafieldsDelete($metafields: [MetafieldIdentifierInput!]!) {
  metafieldsDelete(metafields: $metafields) { userErrors { field message } }
}`,
);

/** Replaces tags: takes some away and adds others; both parts may be repeated. */
export const customerTagsReplace = operation<
  { removed: { userErrors: UserError[] } | null; added: { userErrors: UserError[] } | null },
  { id: string; remove: string[]; add: string[] }
>(
  `mutation CustomerTagsReplace($id: ID!, $remove: [String!]!, $add: [String!]!) {
  removed: tagsRemove(id: $id, tags: $remove) { userErrors { field message } }
  added: tagsAdd(id: $id, tags: $add) { userErrors { field message } }
}`,
);

/** Sets whether somebody accepts e-mail marketing, and since when. */
export const customerEmailConsent = operation<
  { customerEmailMarketingConsentUpdate: { userErrors: UserError[] } },
  {
    input: {
      customerId: string;
      emailMarketingConsent: {
        marketingState: "SUBSCRIBED" | "UNSUBSCRIBED";
        marketingOptInLevel: "SINGLE_OPT_IN";
        consentUpdatedAt: string;
      };
    };
  }
>(
  `mutation CustomerEmailConsent($input: CustomerEmailMarketingConsentUpdateInput!) {
  customerEmailMarketingConsentUpdate(input: $input) { userErrors { code field message } }
}`,
);

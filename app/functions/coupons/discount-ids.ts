/** Shopify's id of a discount with codes. */
export const discountGid = (number: number): string => `gid://shopify/DiscountCodeNode/${number}`;

/** Shopify's id of a code. */
export const redeemCodeGid = (number: number): string => `gid://shopify/DiscountRedeemCode/${number}`;

/** The number in one of Shopify's ids. */
export const numberIn = (gid: string): number => Number(gid.slice(gid.lastIndexOf("/") + 1));

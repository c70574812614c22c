const ADMIN = "https://admin.shopify.com";

/**
 * A page of a shop's Shopify admin.
 * @param path with a slash at its beginning
 * @param admin where the admin is, when it is not Shopify's
 */
export const adminAddress = (shop: string, path: string, admin = ADMIN): string =>
  `${admin}/store/${shop.replace(/\.myshopify\.com$/, "")}${path}`;

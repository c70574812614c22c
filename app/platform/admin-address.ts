const ADMIN = "https://admin.shopify.com";

/**
 * The URL of a page in a shop's Shopify admin.
 * @param path with a leading slash
 * @param admin the admin's base URL, when it isn't Shopify's
 */
export const adminAddress = (shop: string, path: string, admin = ADMIN): string =>
  `${admin}/store/${shop.replace(/\.myshopify\.com$/, "")}${path}`;

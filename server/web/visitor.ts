import type { Request } from "express";

/**
 * The visitor's IP address from Shopify's app proxy. In X-Forwarded-For it is directly before Shopify's own address, which our
 * reverse proxies add and which Express uses as the client's. Values that a visitor sent are before it.
 */
export function visitorAddress({ headers, ip = "" }: Request): string {
  const chain = [headers["x-forwarded-for"] ?? ""].flat().join(",").split(",");
  const addresses = chain.map((address) => address.trim()).filter(Boolean);
  const shopify = addresses.lastIndexOf(ip);
  return addresses[shopify === -1 ? addresses.length - 1 : shopify - 1] ?? ip;
}

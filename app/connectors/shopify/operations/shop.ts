import { operation } from "../operation";

export interface ShopContext {
  shop: { name: string; currencyCode: string; ianaTimezone: string; contactEmail: string };
}

/** The shop's name, currency, time zone, and the address that its customers write to. */
export const shopContext = operation<ShopContext>(
  `query ShopContext { shop { name currencyCode ianaTimezone contactEmail } }`,
);

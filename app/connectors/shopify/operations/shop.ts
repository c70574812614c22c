import { operation } from "../operation";

export interface ShopContext {
  shop: { name: string; currencyCode: string; ianaTimezone: string };
}

/** The shop's name, currency and time zone. */
export const shopContext = operation<ShopContext>(
  `query ShopContext { shop { name currencyCode ianaTimezone } }`,
);

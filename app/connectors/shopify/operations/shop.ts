import { operation } from "../operation";

/** The shop's name, currency, time zone, contact address and kind of customer accounts. */
export const shopContext = operation(
  `query ShopContext {
  shop { name currencyCode ianaTimezone contactEmail customerAccountsV2 { customerAccountsVersion } }
}`,
);

import { operation } from "../operation";

export interface ShopContext {
  shop: {
    name: string;
    currencyCode: string;
    ianaTimezone: string;
    contactEmail: string;
    customerAccountsV2: { customerAccountsVersion: "CLASSIC" | "NEW_CUSTOMER_ACCOUNTS" };
  };
}

/** The shop's name, currency, time zone, the address that its customers write to, and their kind of accounts. */
export const shopContext = operation<ShopContext>(
  `query ShopContext {
  shop { name currencyCode ianaTimezone contactEmail customerAccountsV2 { customerAccountsVersion } }
}`,
);

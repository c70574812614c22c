import type { Request, Response } from "express";
import type { ShopConfig } from "../config.ts";
import { readAccounts } from "../credit/accounts.ts";
import type { Store } from "../data/database.ts";
import { findCustomer, findCustomerByEmail } from "../data/find-customers.ts";
import type { ThemeCustomer } from "./theme-blocks.ts";

/** Who is signed in to the storefront of a shop, as the number of the customer. Everyone on this machine may be anyone. */
const COOKIE = "local_customer";

const cookieOptions = ({ domain }: ShopConfig) =>
  ({ sameSite: "lax", httpOnly: true, path: `/storefront/${domain}` }) as const;

/** Signs the customer with an email address in. @returns false when the shop has no such customer */
export async function signIn(
  store: Store,
  shop: ShopConfig,
  email: string,
  response: Response,
): Promise<boolean> {
  const customer = await findCustomerByEmail(store.pool, shop.domain, email);
  if (customer) response.cookie(COOKIE, String(customer.id), cookieOptions(shop));
  return customer !== null;
}

export const signOut = (shop: ShopConfig, response: Response): void => {
  response.clearCookie(COOKIE, cookieOptions(shop));
};

/** The number of the signed-in customer. Undefined when no one is. */
export function signedInCustomerId({ headers }: Request): number | undefined {
  const id = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\d+)`).exec(headers.cookie ?? "")?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The signed-in customer as Liquid sees them. */
export async function signedInCustomer(
  store: Store,
  shop: ShopConfig,
  request: Request,
): Promise<ThemeCustomer | null> {
  const id = signedInCustomerId(request);
  const customer = id === undefined ? null : await findCustomer(store.pool, shop.domain, id);
  if (!customer) return null;
  const { email, first_name, last_name } = customer;
  const accounts = await readAccounts(store, shop.domain, [customer.id]);
  const account = accounts.find(({ currency }) => currency === shop.currencyCode);
  return {
    id: customer.id,
    email: email ?? "",
    first_name: first_name ?? "",
    last_name: last_name ?? "",
    store_credit_account: account ? { balance: account.balance_cents } : null,
  };
}

import { randomBytes } from "node:crypto";
import { shops } from "../config.ts";

/** What UPS knows about a shop's account. */
export interface UpsAccount {
  shop: string;
  clientId: string;
  clientSecret: string;
  /** Six characters, the shipper number. */
  accountNumber: string;
}

const accounts: readonly UpsAccount[] = shops.map(({ domain, handle }, index) => ({
  shop: domain,
  clientId: `ups-${handle}`,
  clientSecret: `ups-local-${handle}`,
  accountNumber: `BR000${index + 1}`,
}));

/** The UPS account of a shop. Throws an Error for an unknown shop. */
export function upsAccountOf(shop: string): UpsAccount {
  const account = accounts.find((one) => one.shop === shop);
  if (!account) throw new Error(`${shop} has no UPS account.`);
  return account;
}

/** How long a token is valid, as at UPS. */
export const TOKEN_SECONDS = 14_399;

/** Accounts by token. In memory, so a restart makes all tokens invalid. */
const tokens = new Map<string, UpsAccount>();

/** Issues a token for `Authorization: Basic`. Null for a wrong id or secret. */
export function issueToken(authorization = ""): string | null {
  const account = accounts.find(({ clientId, clientSecret }) => {
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    return authorization === `Basic ${credentials}`;
  });
  if (!account) return null;
  const token = randomBytes(24).toString("hex");
  tokens.set(token, account);
  return token;
}

/** The account of `Authorization: Bearer`. Undefined for an unknown token. */
export const accountOfToken = (authorization = ""): UpsAccount | undefined =>
  tokens.get(authorization.replace(/^Bearer /, ""));

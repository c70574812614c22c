import { createHash } from "node:crypto";
import { localStoreUrl } from "./app-address.server";
import { isSignatureOf, signatureOf } from "./secrets/secrets.server";

/**
 * The placeholder for the secret part of an email's personal link. Outbox, screens and backups contain only the placeholder. The
 * secret is inserted while the email is sent.
 */
export const PERSONAL_LINK = "your-personal-link";

const PURPOSE = "personal link";

const textOf = (shop: string, linkId: string) => JSON.stringify([shop, linkId]);

const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{16})$/;

/**
 * The secret part of a personal link: the link's id with a signature for this shop. It needs no escaping in a path or in HTML.
 * @param linkId a UUID in lower case
 */
export const tokenOf = (shop: string, linkId: string): string =>
  `${linkId}.${signatureOf(PURPOSE, textOf(shop, linkId))}`;

/** Reads a token's link id. Null for a token that was altered or belongs to another shop. */
export function linkIdOf(shop: string, token: string): string | null {
  const [, linkId, signature] = TOKEN.exec(token) ?? [];
  if (!linkId || !signature) return null;
  return isSignatureOf(PURPOSE, textOf(shop, linkId), signature) ? linkId : null;
}

/** The hash under which a token is stored: it finds the token, and can't be turned back into it. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Inserts the secret into an email's text. An email without a personal link stays as it is. */
export const withPersonalLink = (
  text: string,
  { shop, linkId }: { shop: string; linkId: string | null },
): string => (linkId === null ? text : text.replaceAll(PERSONAL_LINK, tokenOf(shop, linkId)));

/** The path of the app proxy (`[app_proxy]` in shopify.app.toml). */
const APP_PROXY = "/apps/backroom";

/**
 * The URL of one of the app's public pages on the shop's domain. Shopify forwards it to `/proxy/{path}`. It ends with a slash:
 * Shopify redirects other URLs, and a form posted to one would arrive empty.
 * @param path without a slash at either end, already URL-encoded
 */
export const storefrontUrl = (shop: string, path: string): string =>
  `${storefrontOf(shop)}${APP_PROXY}/${path}/`;

/** The storefront's home page. */
export const storefrontHome = (shop: string): string => `${storefrontOf(shop)}/`;

/** In local mode the local store serves the storefronts. */
function storefrontOf(shop: string): string {
  const localStore = localStoreUrl();
  return localStore ? `${localStore}/storefront/${shop}` : `https://${shop}`;
}

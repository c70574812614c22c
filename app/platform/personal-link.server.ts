import { createHash, timingSafeEqual } from "node:crypto";
import { markOf } from "./secrets.server";

/**
 * Stands in a mail for what makes its personal address work. Outbox, console and backup hold only this; the secret is put in
 * while the mail is being sent.
 */
export const PERSONAL_LINK = "your-personal-link";

const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{16})$/;

/**
 * The secret part of a personal address: the link's id with a mark that only this app can make, for this shop. Safe in a path and
 * in HTML as it is.
 * @param linkId a UUID in lower case
 */
export const tokenOf = (shop: string, linkId: string): string => `${linkId}.${markFor(shop, linkId)}`;

/** The link that a token stands for; null for one that was altered, or made for another shop. */
export function linkIdOf(shop: string, token: string): string | null {
  const [, linkId, mark] = TOKEN.exec(token) ?? [];
  if (!linkId || !mark) return null;
  return timingSafeEqual(Buffer.from(mark), Buffer.from(markFor(shop, linkId))) ? linkId : null;
}

/** What is kept of a token: enough to know it again, not enough to make it. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** A mail's text with the address that works. A mail without a personal link stays as it is. */
export const withPersonalLink = (
  text: string,
  { shop, linkId }: { shop: string; linkId: string | null },
): string => (linkId === null ? text : text.replaceAll(PERSONAL_LINK, tokenOf(shop, linkId)));

const markFor = (shop: string, linkId: string) => markOf("personal link", JSON.stringify([shop, linkId]));

import { randomUUID } from "node:crypto";
import { addDays, subMinutes } from "date-fns";
import { and, eq, gt } from "drizzle-orm";
import { queueMail } from "~/core/mail/queue-mail.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { linkIdOf, PERSONAL_LINK, storefrontUrl } from "~/platform/personal-link.server";
import type { RequestDefinition, RequestDefinitions, RequestLink } from "./define-request.server";
import { LINK_DAYS, RENEW_AGAIN_AFTER_MINUTES } from "./limits";
import { requestLinkMail } from "./mail-texts.server";
import { lockRequest } from "./messages.server";
import { requestLinks } from "./tables.server";

/** The address of a request's page in an email. The secret is inserted while the email is sent. */
export const requestUrl = (shop: string): string => storefrontUrl(shop, `request/${PERSONAL_LINK}`);

/** Until when the link of an email works that is sent now. */
export const linkUntil = (now: Date): Date => addDays(now, LINK_DAYS);

/**
 * Makes the personal link of an email. Each email gets one of its own, so that renewing doesn't bring one back that someone else may have.
 * @returns its id, for `linkId` of the email
 */
export async function newRequestLink(
  tx: ShopTransaction,
  shop: string,
  { kind, subjectId, now }: { kind: Pick<RequestDefinition, "name">; subjectId: string; now: Date },
  expiresAt: Date = linkUntil(now),
): Promise<string> {
  const id = randomUUID();
  await tx.insert(requestLinks).values({ shop, id, kind: kind.name, subjectId, createdAt: now, expiresAt });
  return id;
}

/** What the link of an email is about. Undefined when it was deleted. */
export async function findLinkSubject(
  tx: ShopTransaction,
  shop: string,
  linkId: string,
): Promise<{ kind: string; subjectId: string } | undefined> {
  const [link] = await tx
    .select({ kind: requestLinks.kind, subjectId: requestLinks.subjectId })
    .from(requestLinks)
    .where(and(eq(requestLinks.shop, shop), eq(requestLinks.id, linkId)));
  return link;
}

/** A link that was opened. */
export interface OpenedLink extends RequestLink {
  kind: RequestDefinition;
  isExpired: boolean;
  /** Opened by its customer, who is signed in to the store, and not by a link. */
  isSignedIn: boolean;
}

/** Finds what a link is about. Undefined for one that was altered, belongs to another shop, or was deleted. */
export async function openLink(
  kinds: RequestDefinitions,
  shop: string,
  token: string,
  now: Date,
): Promise<OpenedLink | undefined> {
  const linkId = linkIdOf(shop, token);
  if (!linkId) return undefined;
  return withShop(shop, async (tx) => {
    const [link] = await tx
      .select()
      .from(requestLinks)
      .where(and(eq(requestLinks.shop, shop), eq(requestLinks.id, linkId)));
    const kind = link && kinds.get(link.kind);
    if (kind) return { ...link, kind, isExpired: link.expiresAt <= now, isSignedIn: false };
    for (const earlier of kinds.values()) {
      const found = await earlier.findEarlierLink?.(tx, shop, linkId);
      if (found) return { ...found, kind: earlier, isExpired: found.expiresAt <= now, isSignedIn: false };
    }
    return undefined;
  });
}

/** Emails a new link to the customer of a request, unless that was done a moment ago. The page says the same in any case. */
export async function renewLink(
  shop: Shop,
  { kind, subjectId }: Pick<OpenedLink, "kind" | "subjectId">,
  now: Date,
): Promise<void> {
  const { domain, timeZone } = shop;
  await withShop(domain, async (tx) => {
    await lockRequest(tx, domain, { kind, subjectId });
    const request = await kind.open(tx, shop, subjectId, now);
    if (!request) return;
    const isRecent = and(
      eq(requestLinks.shop, domain),
      eq(requestLinks.kind, kind.name),
      eq(requestLinks.subjectId, subjectId),
      gt(requestLinks.createdAt, subMinutes(now, RENEW_AGAIN_AFTER_MINUTES)),
    );
    if ((await tx.$count(requestLinks, isRecent)) > 0) return;
    const id = await newRequestLink(tx, domain, { kind, subjectId, now }, request.linkUntil);
    const { email, name, customerId } = request.to;
    await queueMail(tx, domain, requestLinkMail, {
      key: `request link:${id}`,
      to: { email, name },
      values: {
        title: request.title,
        link: requestUrl(domain),
        until: formatZonedDateTime(request.linkUntil, timeZone),
      },
      linkId: id,
      customerId,
      ...request.access,
    });
  });
}

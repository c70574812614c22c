import { randomUUID } from "node:crypto";
import { addHours, subMinutes } from "date-fns";
import { and, eq, isNull, lte, or } from "drizzle-orm";
import { queueMail } from "~/core/mail/queue-mail.server";
import type { Shop } from "~/platform/auth/shops.server";
import { CONFIRM_WITHIN_HOURS, MAIL_AGAIN_AFTER_MINUTES } from "~/platform/confirmation-link";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { comparableAddress } from "~/platform/mail-address";
import { PERSONAL_LINK } from "~/platform/personal-link.server";
import { storefrontUrl } from "~/platform/storefront.server";
import { phaseOf, type ShopGiveaway } from "../giveaway.server";
import { confirmEntry } from "../mail-texts.server";
import { giveawayEntryRequests as requests } from "../tables.server";
import { isRegistered } from "./is-registered.server";
import { findByKey, type OpenedGiveaway } from "./open-giveaway.server";

/** A validated applicant. */
export interface Applicant {
  firstName: string;
  lastName: string;
  email: string;
}

/** The outcome of a request. It is the same whether or not the address already takes part. */
export type RequestedEntry =
  | Exclude<OpenedGiveaway, { is: "open" }>
  | { is: "requested"; giveaway: ShopGiveaway };

/**
 * Stores an unconfirmed entry and emails its personal link. The entry takes no place until the link is used. An address that
 * already takes part gets no email, and an address gets at most one email within `MAIL_AGAIN_AFTER_MINUTES`. Until the link is used,
 * the names that were entered last count.
 */
export async function requestEntry(
  shop: Shop,
  key: string,
  applicant: Applicant,
  now: Date,
): Promise<RequestedEntry> {
  const { domain, timeZone } = shop;
  return withShop(domain, async (tx) => {
    const giveaway = await findByKey(tx, domain, key);
    if (!giveaway) return { is: "unknown" };
    const phase = phaseOf(giveaway, now, timeZone);
    if (phase !== "open") return { is: phase, giveaway };
    const address = comparableAddress(applicant.email);
    if (!(await isRegistered(tx, giveaway, address)))
      await storeAndMail(tx, shop, giveaway, { ...applicant, address }, now);
    return { is: "requested", giveaway };
  });
}

async function storeAndMail(
  tx: ShopTransaction,
  { timeZone }: Shop,
  { shop, id: giveawayId, name }: ShopGiveaway,
  applicant: Applicant & { address: string },
  now: Date,
): Promise<void> {
  const expiresAt = addHours(now, CONFIRM_WITHIN_HOURS);
  const values = { ...applicant, mailedAt: now, expiresAt };
  const [request] = await tx
    .insert(requests)
    .values({ shop, id: randomUUID(), giveawayId, ...values })
    .onConflictDoUpdate({
      target: [requests.shop, requests.giveawayId, requests.address],
      set: values,
      setWhere: and(
        // It may have been confirmed since the address was looked for.
        isNull(requests.number),
        or(lte(requests.mailedAt, subMinutes(now, MAIL_AGAIN_AFTER_MINUTES)), lte(requests.expiresAt, now)),
      ),
    })
    .returning({ id: requests.id });
  if (!request) {
    // Its email was sent a moment ago. The person may have corrected what they entered.
    const { address, firstName, lastName } = applicant;
    const isRequest = and(
      eq(requests.shop, shop),
      eq(requests.giveawayId, giveawayId),
      eq(requests.address, address),
    );
    await tx
      .update(requests)
      .set({ firstName, lastName })
      .where(and(isRequest, isNull(requests.number)));
    return;
  }
  await queueMail(tx, shop, confirmEntry, {
    key: `giveaway entry:${request.id}:${now.getTime()}`,
    // Without names: strangers can enter any name for any address.
    to: { email: applicant.email },
    values: {
      giveaway: name,
      link: storefrontUrl(shop, `giveaway/confirm/${PERSONAL_LINK}`),
      until: formatZonedDateTime(expiresAt, timeZone),
    },
    linkId: request.id,
    flag: "showGiveaways",
  });
}

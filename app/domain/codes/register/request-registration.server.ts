import { randomUUID } from "node:crypto";
import { addHours, subMinutes } from "date-fns";
import { and, eq, lte, or } from "drizzle-orm";
import { queueMail } from "~/core/mail/queue-mail.server";
import type { Shop } from "~/platform/auth/shops.server";
import { CONFIRM_WITHIN_HOURS, MAIL_AGAIN_AFTER_MINUTES } from "~/platform/confirmation-link";
import { formatZonedDateTime, isoDateIn } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { comparableAddress } from "~/platform/mail-address";
import { PERSONAL_LINK } from "~/platform/personal-link.server";
import { storefrontUrl } from "~/platform/storefront.server";
import { isAllowedAddress } from "../email-domains";
import { confirmRegistration } from "../mail-texts.server";
import { codeRequests } from "../tables.server";
import { type Applicant, findCode, isRegistered, whyClosed } from "./register-operation.server";

/** The outcome of a request. It is the same whether or not the address has registered. */
type RequestedRegistration = { is: "requested" } | { is: "not usable" };

/**
 * Stores an unconfirmed registration and emails its personal link. It takes no use of the code until the link is used. An address
 * that has registered gets no email, and an address gets at most one email within `MAIL_AGAIN_AFTER_MINUTES`. Until the link is used,
 * the names and the kind that were entered last count.
 */
export async function requestRegistration(
  shop: Shop,
  applicant: Applicant,
  now: Date,
): Promise<RequestedRegistration> {
  const address = comparableAddress(applicant.email);
  return withShop(shop.domain, async (tx) => {
    const code = await findCode(tx, shop.domain, applicant.code);
    if (!code || !isAllowedAddress(address, code.emailDomains)) return { is: "not usable" };
    if (await isRegistered(tx, { shop: shop.domain, codeId: code.id, address })) return { is: "requested" };
    if (whyClosed(code, isoDateIn(now, shop.timeZone))) return { is: "not usable" };
    await storeAndMail(tx, shop, code.id, { ...applicant, address }, now);
    return { is: "requested" };
  });
}

async function storeAndMail(
  tx: ShopTransaction,
  { domain: shop, timeZone }: Shop,
  codeId: number,
  { address, email, firstName, lastName, kind }: Applicant & { address: string },
  now: Date,
): Promise<void> {
  const expiresAt = addHours(now, CONFIRM_WITHIN_HOURS);
  const values = { email, firstName, lastName, kind, mailedAt: now, expiresAt };
  const [request] = await tx
    .insert(codeRequests)
    .values({ shop, id: randomUUID(), codeId, address, ...values })
    .onConflictDoUpdate({
      target: [codeRequests.shop, codeRequests.codeId, codeRequests.address],
      set: values,
      setWhere: or(
        lte(codeRequests.mailedAt, subMinutes(now, MAIL_AGAIN_AFTER_MINUTES)),
        lte(codeRequests.expiresAt, now),
      ),
    })
    .returning({ id: codeRequests.id });
  if (!request) {
    // Its email was sent a moment ago. The person may have corrected what they entered.
    await tx
      .update(codeRequests)
      .set({ firstName, lastName, kind })
      .where(
        and(eq(codeRequests.shop, shop), eq(codeRequests.codeId, codeId), eq(codeRequests.address, address)),
      );
    return;
  }
  await queueMail(tx, shop, confirmRegistration, {
    key: `code registration:${request.id}:${now.getTime()}`,
    // Without names: strangers can enter any name for any address.
    to: { email },
    values: {
      link: storefrontUrl(shop, `registration/confirm/${PERSONAL_LINK}`),
      until: formatZonedDateTime(expiresAt, timeZone),
    },
    linkId: request.id,
    flag: "showRegistrationCodes",
  });
}

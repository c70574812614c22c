import { liveAdminApi } from "~/connectors/shopify/live.server";
import { definePublicForm, type PublicEntry, settleEntry } from "~/core/public-forms/public-form.server";
import type { NewEntry } from "~/core/public-forms/submit-entry.server";
import type { EntryOutcome } from "~/core/public-forms/tables.server";
import type { RegisteredKind } from "~/domain/customers/kinds";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { formatUsDate } from "~/platform/dates/date-text";
import { isoDateIn } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { comparableAddress } from "~/platform/mail-address";
import { mailboxOf } from "~/platform/mailbox.server";
import { isAllowedAddress } from "../code-tags";
import * as messages from "../ui/public/messages";
import { type Applicant, findCode, findCodeById, isRegistered, whyClosed } from "./code-registration.server";
import { type RegisteredWithCode, registerWithCode } from "./register-with-code.server";

interface CodeData {
  codeId: number;
  kind: RegisteredKind;
  firstName: string;
  lastName: string;
}

/** Registrations with a code. */
export const codeForm = definePublicForm<CodeData>({
  name: "code",
  flag: "showRegistrationCodes",
  async confirm(shop, entry) {
    const outcome = await register(shop, entry);
    // It is registered once, so the outcome can be recorded after it. Until then, the person can confirm again.
    if (outcome.is === "pending" || outcome.is === "refused") return sentenceOf(shop, outcome);
    return settleEntry(entry, systemClock.now(), async () => sentenceOf(shop, outcome));
  },
});

/**
 * The entry of an applicant. The latest one of a mailbox with a code replaces those that wait.
 * @returns null for a code that doesn't exist, can't be used today, or isn't for the address. Whether the address has registered makes no
 *   difference, so that the answer doesn't say it
 */
export function newRegistration(
  shop: Shop,
  { code: text, kind, firstName, lastName, email }: Applicant,
  now: Date,
): Promise<NewEntry<CodeData> | null> {
  return withShop(shop.domain, async (tx) => {
    const code = await findCode(tx, shop.domain, text);
    if (!code || whyClosed(code, isoDateIn(now, shop.timeZone))) return null;
    if (!isAllowedAddress(comparableAddress(email), code.emailDomains)) return null;
    const isBefore = await isRegistered(tx, { shop: shop.domain, codeId: code.id, email });
    return {
      key: `${code.id} ${await mailboxOf(tx, email)}`,
      email,
      title: `Registration with ${shop.name}`,
      note: isBefore ? messages.REGISTERED_BEFORE : null,
      details: [`${firstName} ${lastName}`, email, messages.KIND_LABELS[kind]],
      data: { codeId: code.id, kind, firstName, lastName },
    };
  });
}

async function register(shop: Shop, { email, data }: PublicEntry<CodeData>): Promise<RegisteredWithCode> {
  const { codeId, kind, firstName, lastName } = data;
  const { code } = await withShop(shop.domain, (tx) => findCodeById(tx, shop.domain, codeId));
  const tools = { adminApi: liveAdminApi(shop.domain), clock: systemClock };
  return registerWithCode(tools, shop, { code, kind, firstName, lastName, email });
}

function sentenceOf({ name }: Shop, outcome: RegisteredWithCode): EntryOutcome {
  switch (outcome.is) {
    case "registered":
    case "registered before":
      return { ...messages.registered(name), isDone: true };
    case "pending":
      return { ...messages.pending(name), isDone: true };
    case "refused":
      return { ...messages.refused(name), isDone: false };
    case "scheduled":
      return { ...messages.notYet(formatUsDate(outcome.startDay)), isDone: false };
    case "expired":
    case "unknown":
      return { ...messages.EXPIRED_CODE, isDone: false };
    case "used up":
      return { ...messages.USED_UP_CODE, isDone: false };
    case "not allowed":
      return { ...messages.NOT_ALLOWED, isDone: false };
  }
}

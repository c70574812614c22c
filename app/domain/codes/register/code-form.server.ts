import { setTimeout as wait } from "node:timers/promises";
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
import * as registration from "./code-registration.server";
import { type RegisterTools, type RegistrationResult, runCodeRegistration } from "./run-registration.server";

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
  { code: text, kind, firstName, lastName, email }: registration.Applicant,
  now: Date,
): Promise<NewEntry<CodeData> | null> {
  return withShop(shop.domain, async (tx) => {
    const code = await registration.findCode(tx, shop.domain, text);
    if (!code || registration.whyClosed(code, isoDateIn(now, shop.timeZone))) return null;
    if (!isAllowedAddress(comparableAddress(email), code.emailDomains)) return null;
    const isBefore = await registration.isRegistered(tx, { shop: shop.domain, codeId: code.id, email });
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
  const { code } = await withShop(shop.domain, (tx) => registration.findCodeById(tx, shop.domain, codeId));
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

/** The outcome of a registration with a code. */
export type RegisteredWithCode = registration.CodeRefusal | RegistrationResult;

/** How often a second click looks for the outcome of the first, and after how many milliseconds each. */
const POLLING = { attempts: 40, everyMs: 250 };

/**
 * Registers a person with a code: they become a customer with a pending registration and the code's tags, or the existing customer
 * is completed, and one use of the code is taken. Two clicks, or a process that dies, take one use.
 */
export async function registerWithCode(
  tools: RegisterTools,
  shop: Shop,
  applicant: registration.Applicant,
): Promise<RegisteredWithCode> {
  const opened = await registration.openCodeRegistration(shop, applicant, tools.clock.now());
  if (opened.is === "busy") return awaitOutcome(shop.domain, applicant, POLLING.attempts);
  if (opened.is !== "opened") return opened;
  const done = await runCodeRegistration(tools, opened.registration);
  return done.is === "pending" ? awaitOutcome(shop.domain, applicant, 1) : done;
}

/** Another process carries it out. Its outcome is the answer, if it is soon enough. */
async function awaitOutcome(
  shop: string,
  { code, email }: registration.Applicant,
  attempts: number,
): Promise<RegisteredWithCode> {
  const address = comparableAddress(email);
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await withShop(shop, async (tx): Promise<RegisteredWithCode> => {
      const found = await registration.findCode(tx, shop, code);
      const key = { shop, codeId: found?.id ?? 0, address, email };
      // In this order: it ends in one transaction, between the two reads at the latest.
      if (!found || (await registration.isBeingRegistered(tx, key))) return { is: "pending" };
      return { is: (await registration.isRegistered(tx, key)) ? "registered" : "refused" };
    });
    if (outcome.is !== "pending") return outcome;
    if (attempt >= attempts) return { is: "pending" };
    await wait(POLLING.everyMs);
  }
}

import { setTimeout as wait } from "node:timers/promises";
import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { comparableAddress } from "~/platform/mail-address";
import {
  type Applicant,
  type CodeRefusal,
  findCode,
  isBeingRegistered,
  isRegistered,
  openCodeRegistration,
} from "./code-registration.server";
import { type RegisterTools, type RegistrationResult, runCodeRegistration } from "./run-registration.server";

/** The outcome of a registration with a code. */
export type RegisteredWithCode = CodeRefusal | RegistrationResult;

/** How often a second click looks for the outcome of the first, and after how many milliseconds each. */
const POLLING = { attempts: 40, everyMs: 250 };

/**
 * Registers a person with a code: they become a customer with a pending registration and the code's tags, or the existing customer
 * is completed, and one use of the code is taken. Two clicks, or a process that dies, take one use.
 */
export async function registerWithCode(
  tools: RegisterTools,
  shop: Shop,
  applicant: Applicant,
): Promise<RegisteredWithCode> {
  const opened = await openCodeRegistration(shop, applicant, tools.clock.now());
  if (opened.is === "busy") return awaitOutcome(shop.domain, applicant, POLLING.attempts);
  if (opened.is !== "opened") return opened;
  const done = await runCodeRegistration(tools, opened.registration);
  return done.is === "pending" ? awaitOutcome(shop.domain, applicant, 1) : done;
}

/** Another process carries it out. Its outcome is the answer, if it is soon enough. */
async function awaitOutcome(
  shop: string,
  { code, email }: Applicant,
  attempts: number,
): Promise<RegisteredWithCode> {
  const address = comparableAddress(email);
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await withShop(shop, async (tx): Promise<RegisteredWithCode> => {
      const found = await findCode(tx, shop, code);
      const key = { shop, codeId: found?.id ?? 0, address, email };
      // In this order: it ends in one transaction, between the two reads at the latest.
      if (!found || (await isBeingRegistered(tx, key))) return { is: "pending" };
      return { is: (await isRegistered(tx, key)) ? "registered" : "refused" };
    });
    if (outcome.is !== "pending") return outcome;
    if (attempt >= attempts) return { is: "pending" };
    await wait(POLLING.everyMs);
  }
}

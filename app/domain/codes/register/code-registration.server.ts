import { and, eq, gte, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { IntentDefinition } from "~/core/intents/intent-definition.server";
import { claimIntent, openIntent } from "~/core/intents/intents.server";
import type { RegisteredKind } from "~/domain/customers/kinds";
import type { Shop } from "~/platform/auth/shops.server";
import { isoDateIn } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound, Refusal } from "~/platform/errors";
import { comparableAddress } from "~/platform/mail-address";
import { cleanIdentifier } from "~/platform/text/identifier";
import { codeStatus, isAllowedAddress } from "../code-tags";
import { codeRegistrations, openCodeRegistrations, registrationCodes } from "../tables.server";

/** A validated visitor, with the code that they entered. */
export interface Applicant {
  code: string;
  kind: RegisteredKind;
  firstName: string;
  lastName: string;
  email: string;
}

/** A code as it is stored. */
export type ShopCode = typeof registrationCodes.$inferSelect;

/** A registration in progress. */
export type OpenRegistration = typeof openCodeRegistrations.$inferSelect;

/** Why a code can't be used. */
export type CodeRefusal =
  | { is: "unknown" }
  | { is: "scheduled"; startDay: string }
  | { is: "expired" }
  | { is: "used up" }
  /** The code is for other email addresses. */
  | { is: "not allowed" }
  /** This address has registered with this code. */
  | { is: "registered before" };

export type OpenedRegistration =
  | CodeRefusal
  | { is: "opened"; registration: OpenRegistration }
  /** Another click, or the task, is running it. */
  | { is: "busy" };

const row = openCodeRegistrations;

/** Registrations as intents: one at a time per code and address. Each holds a use of its code, and gives it back when it fails. */
export const codeRegistration: IntentDefinition<typeof openCodeRegistrations> = {
  noun: "registration with a code",
  table: openCodeRegistrations,
  key: ["codeId", "address"],
  finishTask: "codes.finish-open-registrations",
  busyMessage: "This registration is already being saved. Open the page again in a moment.",
  lostMessage: "This registration is already being saved. Open the page again in a moment.",
  isUndone: (error) => error instanceof Refusal && error.code === "SHOPIFY_REFUSED",
  onDrop: async (tx, { shop, codeId }) => {
    await tx
      .update(registrationCodes)
      .set({ currentCount: sql`${registrationCodes.currentCount} - 1` })
      .where(and(eq(registrationCodes.shop, shop), eq(registrationCodes.id, codeId)));
  },
};

/** Rolls a transaction back: the last use was taken, the code was changed, or the address was registered in the meantime. */
class ConcurrentChange extends Error {}

/** The second attempt sees what the first one met. More are needed only while staff change the code again and again. */
const MAX_ATTEMPTS = 3;

/**
 * Takes a use of the code and opens the registration, in one transaction and before anything is sent to Shopify. A single
 * conditional UPDATE takes the use, so the limit holds under concurrent registrations.
 */
export async function openCodeRegistration(
  { domain, timeZone }: Shop,
  applicant: Applicant,
  now: Date,
): Promise<OpenedRegistration> {
  const today = isoDateIn(now, timeZone);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withShop(domain, (tx) => openOrClaim(tx, domain, applicant, { now, today }));
    } catch (error) {
      if (!(error instanceof ConcurrentChange)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw conflict("This code is being changed. Please try again in a minute.");
    }
  }
}

async function openOrClaim(
  tx: ShopTransaction,
  shop: string,
  { code: text, kind, firstName, lastName, email }: Applicant,
  { now, today }: { now: Date; today: string },
): Promise<OpenedRegistration> {
  const code = await findCode(tx, shop, text);
  if (!code) return { is: "unknown" };
  const address = comparableAddress(email);
  const key = { shop, codeId: code.id, email };
  // One at a time per code and mailbox: two aliases of one mailbox have different rows.
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`code ${shop} ${code.id} `} || fold_mailbox(${email}), 0))`,
  );
  if (await isRegistered(tx, key)) return { is: "registered before" };
  const [earlier] = await tx
    .select()
    .from(row)
    .where(and(eq(row.shop, shop), eq(row.codeId, code.id), eq(row.mailbox, sql`fold_mailbox(${email})`)))
    .for("update");
  if (earlier && earlier.address !== address) return { is: "registered before" };
  if (earlier) {
    const registration = await claimIntent(tx, codeRegistration, earlier);
    return registration ? { is: "opened", registration } : { is: "busy" };
  }
  const refusal = whyClosed(code, today);
  // Again: the other click of this address may have taken the last use, and ended while this one waited.
  if (refusal) return (await isRegistered(tx, key)) ? { is: "registered before" } : refusal;
  if (!isAllowedAddress(address, code.emailDomains)) return { is: "not allowed" };
  const { partnerHandle, tags, spendLimit } = code;
  // Before the use is taken: all transactions lock the registration first, then the code.
  const registration = await openIntent(tx, codeRegistration, {
    ...{ shop, codeId: code.id, address },
    ...{ email, firstName, lastName, kind, partnerHandle, tags, spendLimit },
    startedAt: now,
  });
  // Again: until it was opened, another click could end.
  if (await isRegistered(tx, key)) throw new ConcurrentChange();
  await takeUse(tx, code, today);
  return { is: "opened", registration };
}

/** The code with this text; letter case doesn't matter. */
export async function findCode(
  tx: ShopTransaction,
  shop: string,
  text: string,
): Promise<ShopCode | undefined> {
  const [code] = await tx
    .select()
    .from(registrationCodes)
    .where(
      and(
        eq(registrationCodes.shop, shop),
        sql`lower(${registrationCodes.code}) = lower(${cleanIdentifier(text)})`,
      ),
    );
  return code;
}

/** The code with this id. Codes are never deleted. */
export async function findCodeById(tx: ShopTransaction, shop: string, id: number): Promise<ShopCode> {
  const [code] = await tx
    .select()
    .from(registrationCodes)
    .where(and(eq(registrationCodes.shop, shop), eq(registrationCodes.id, id)));
  if (!code) throw notFound("This registration code doesn't exist.");
  return code;
}

/** Whether a registration of an address with a code is open. */
export const isBeingRegistered = async (
  tx: ShopTransaction,
  { shop, codeId, address }: { shop: string; codeId: number; address: string },
): Promise<boolean> =>
  (await tx.$count(row, and(eq(row.shop, shop), eq(row.codeId, codeId), eq(row.address, address)))) > 0;

/** Whether the mailbox of an address has registered with a code. */
export const isRegistered = async (
  tx: ShopTransaction,
  { shop, codeId, email }: { shop: string; codeId: number; email: string },
): Promise<boolean> =>
  (await tx.$count(
    codeRegistrations,
    and(
      eq(codeRegistrations.shop, shop),
      eq(codeRegistrations.codeId, codeId),
      eq(codeRegistrations.mailbox, sql`fold_mailbox(${email})`),
    ),
  )) > 0;

/** Why a code can't be used on a day of the shop's calendar. Undefined when it can. */
export function whyClosed(code: ShopCode, today: string): CodeRefusal | undefined {
  switch (codeStatus(code, today)) {
    case "Active":
      return undefined;
    case "Scheduled":
      return { is: "scheduled", startDay: code.startDay };
    case "Expired":
    case "Deactivated":
      return { is: "expired" };
    case "Used Up":
      return { is: "used up" };
  }
}

/** @throws ConcurrentChange when the code has none left, or isn't as it was read */
async function takeUse(tx: ShopTransaction, { shop, id, version }: ShopCode, today: string): Promise<void> {
  const { rowCount } = await tx
    .update(registrationCodes)
    .set({ currentCount: sql`${registrationCodes.currentCount} + 1` })
    .where(
      and(
        eq(registrationCodes.shop, shop),
        eq(registrationCodes.id, id),
        // The tags, the limit and the domains are those that were read.
        eq(registrationCodes.version, version),
        lte(registrationCodes.startDay, today),
        gte(registrationCodes.endDay, today),
        isNull(registrationCodes.deactivatedAt),
        or(
          isNull(registrationCodes.maxCount),
          lt(registrationCodes.currentCount, registrationCodes.maxCount),
        ),
      ),
    );
  if (rowCount !== 1) throw new ConcurrentChange();
}

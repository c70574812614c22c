import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { assertOwnDeletion } from "~/core/audit/deletion.server";
import { outdatedFormOf } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { keyConflict } from "~/core/intents/idempotency-key.server";
import { codeSubject } from "~/domain/codes/audit.server";
import { lockPartners, readPartners } from "~/domain/codes/calls.server";
import { assertEnoughPlaces, isOfPattern, newTexts } from "~/domain/codes/code-pattern.server";
import { codeStatus, normalizedDomains } from "~/domain/codes/code-tags";
import type { ShopCode } from "~/domain/codes/register/code-registration.server";
import {
  type CodeContent,
  findCodeOfOperation,
  findCodesOfOperations,
  findTakenCodes,
  insertCode,
  lockCode,
  publishCodes,
  updateCode,
} from "~/domain/codes/registration-code.server";
import type { Partner } from "~/domain/codes/schemas";
import { parseTags } from "~/domain/invitations/parse-tags";
import { formatUsDate } from "~/platform/dates/date-text";
import { isoDateIn } from "~/platform/dates/instant";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import { formatDecimal } from "~/platform/money/format-money";
import { stableUuid } from "~/platform/stable-uuid.server";
import { codeChanged, codeCreated, codeDeactivated, codeReactivated } from "./audit.server";
import * as messages from "./messages";
import { isEditable } from "./messages";
import type { CodeFields } from "./schemas";

const { START_NOT_BEFORE_END } = messages;

/**
 * Creates a code. Repeating the caller's operation id returns the first one.
 * @throws 400 for a code that exists, a start that isn't before the end, or an unknown partner, 409 for an operation id that created
 *   a code with other fields
 */
export async function createCode(
  { shop: { domain, currency }, administrator, clock }: CallContext,
  fields: CodeFields,
  operationId: string = randomUUID(),
): Promise<ShopCode> {
  const key = stableUuid("registration code", administrator.id, operationId);
  const created = await withShop(domain, async (tx) => {
    // Serialized, so that numbers neither repeat nor leave gaps, and the partner isn't removed in between.
    await lockPartners(tx, domain);
    const earlier = await findCodeOfOperation(tx, domain, key);
    const partners = await readPartners(tx, domain);
    const content = newContent(fields, partners);
    if (earlier) {
      assertSame(earlier, content);
      return earlier;
    }
    assertValid(content, partners);
    const code = await insertCode(tx, {
      shop: domain,
      ...content,
      createdAt: clock.now(),
      operationId: key,
    });
    await recordAudit(tx, domain, codeCreated, {
      actor: administrator,
      subject: { type: codeSubject, id: String(code.id) },
      before: null,
      after: withoutEmpty(auditFields(content, partners, currency)),
      flag: "showRegistrationCodes",
    });
    return code;
  }).catch((error: unknown) => {
    throw asTaken(error, fields.registrationCode);
  });
  publishCodes(domain);
  return created;
}

/**
 * Changes a code; fields that are absent stay as they are.
 * @returns the code, and whether any field changed
 * @throws 404 for an unknown one, 409 when it changed since `version` or can't be changed any longer, 400 as `createCode` and for
 *   a Max Count below the Current Count
 */
export async function changeCode(
  context: CallContext,
  id: number,
  fields: Partial<CodeFields>,
  { version, isOnlyDomains = false }: { version?: number; isOnlyDomains?: boolean } = {},
): Promise<{ code: ShopCode; isChanged: boolean }> {
  const { shop, administrator, clock } = context;
  const { domain, currency, timeZone } = shop;
  const outcome = await withShop(domain, async (tx) => {
    await lockPartners(tx, domain);
    const before = await lockCode(tx, domain, id);
    const partners = await readPartners(tx, domain);
    const content = contentOf(fields);
    const after = { ...before, ...content };
    const [was, is] = [auditFields(before, partners, currency), auditFields(after, partners, currency)];
    const changed = Object.keys(is).filter((field) => was[field] !== is[field]);
    // Before the version: the same change may be sent again because its answer was lost.
    if (changed.length === 0) return { code: before, isChanged: false };
    if (version !== undefined && version !== before.version)
      throw await outdatedFormOf(tx, context, { type: codeSubject, id }, "this code");
    const status = codeStatus(before, isoDateIn(clock.now(), timeZone));
    if (!isOnlyDomains && !isEditable(status, before.partnerHandle))
      throw conflict(messages.GUEST_EVENTS_EXPIRED);
    if (!isOnlyDomains) assertValid(after, partners, before);
    const code = await updateCode(tx, before, content);
    await recordAudit(tx, domain, codeChanged, {
      actor: administrator,
      subject: { type: codeSubject, id: String(id) },
      before: only(was, changed),
      after: only(is, changed),
      flag: "showRegistrationCodes",
    });
    return { code, isChanged: true };
  }).catch((error: unknown) => {
    throw asTaken(error, fields.registrationCode ?? "");
  });
  if (outcome.isChanged) publishCodes(domain);
  return outcome;
}

/** How the deactivation of a code is recorded. */
export const codeDeactivation = { type: codeSubject, action: codeDeactivated };

/**
 * Ends the use of a code immediately, or allows it again until its last day. Repeating it changes nothing.
 * @throws 404 for an unknown code, 409 for an Undo as `assertOwnDeletion`
 */
export async function setActive(
  context: CallContext,
  id: number,
  isActive: boolean,
  isUndo = false,
): Promise<ShopCode> {
  const { administrator, clock } = context;
  const { domain } = context.shop;
  const code = await withShop(domain, async (tx) => {
    const before = await lockCode(tx, domain, id);
    if ((before.deactivatedAt === null) === isActive) return before;
    if (isUndo) await assertOwnDeletion(tx, context, { ...codeDeactivation, id }, "deactivated this code");
    await recordAudit(tx, domain, isActive ? codeReactivated : codeDeactivated, {
      actor: administrator,
      subject: { type: codeSubject, id: String(id) },
      before: null,
      after: null,
      flag: "showRegistrationCodes",
    });
    return updateCode(tx, before, { deactivatedAt: isActive ? null : clock.now() });
  });
  publishCodes(domain);
  return code;
}

/** The fields of a new code. Without a partner, it gets the first one. */
export const newContent = (fields: CodeFields, partners: readonly Partner[]): CodeContent =>
  ({
    spendLimit: null,
    maxCount: null,
    tags: [],
    emailDomains: [],
    partnerHandle: partners[0]?.handle ?? "",
    ...contentOf(fields),
  }) as CodeContent;

/** Fields as they are stored; absent ones stay absent. */
function contentOf(fields: Partial<CodeFields>): Partial<CodeContent> {
  const { registrationCode, startDate, endDate, partner, spendLimit, maxRegistrationCount } = fields;
  return {
    ...(registrationCode !== undefined && { code: registrationCode }),
    ...(startDate !== undefined && { startDay: startDate }),
    ...(endDate !== undefined && { endDay: endDate }),
    ...(partner !== undefined && { partnerHandle: partner.handle }),
    ...(spendLimit !== undefined && { spendLimit }),
    ...(maxRegistrationCount !== undefined && { maxCount: maxRegistrationCount }),
    ...(fields.tags !== undefined && { tags: parseTags(fields.tags) }),
    ...(fields.emailDomains !== undefined && { emailDomains: normalizedDomains(fields.emailDomains) }),
  };
}

/** A code that was changed since can't be compared with what created it. */
function assertSame(earlier: ShopCode, content: CodeContent, noun = "code"): void {
  const created = Object.fromEntries(
    Object.keys(content).map((name) => [name, earlier[name as keyof CodeContent]]),
  );
  if (earlier.version === 1 && !isDeepStrictEqual(created, { ...content })) throw keyConflict(noun);
}

/** @throws 400 for a start that isn't before the end, an unknown partner, and a Max Count below the uses */
export function assertValid(content: CodeContent, partners: readonly Partner[], before?: ShopCode): void {
  if (content.startDay >= content.endDay)
    throw badRequest(START_NOT_BEFORE_END, { endDate: START_NOT_BEFORE_END });
  if (!partners.some(({ handle }) => handle === content.partnerHandle)) {
    const problem = partners.length === 0 ? messages.NO_PARTNERS : messages.PARTNER_NOT_VALID;
    throw badRequest(problem, { partner: problem });
  }
  if (before && content.maxCount !== null && content.maxCount < before.currentCount) {
    const problem = messages.fewerThanUsed(before.currentCount.toLocaleString("en-US"));
    throw badRequest(problem, { maxRegistrationCount: problem });
  }
}

/** The refusal of a code that exists. */
function asTaken(error: unknown, code: string): unknown {
  if (!isUniqueViolation(error)) return error;
  const problem = messages.codeExists(code);
  return badRequest(problem, { registrationCode: problem });
}

/** A code's fields for the audit log and the history, keyed by their form labels. */
export const auditFields = (
  content: CodeContent,
  partners: readonly Partner[],
  currency: string,
): Record<string, string> => ({
  "registration code": content.code,
  "start date": formatUsDate(content.startDay),
  "end date": formatUsDate(content.endDay),
  partner: partnerText(content.partnerHandle, partners),
  "spend limit": content.spendLimit === null ? "" : formatDecimal(content.spendLimit, currency),
  "max count": content.maxCount?.toLocaleString("en-US") ?? "",
  tags: content.tags.join(", "),
  "email domains": content.emailDomains.join(", "),
});

/** A partner's name, with the handle if another partner has the same name. */
function partnerText(handle: string, partners: readonly Partner[]): string {
  const name = partners.find((partner) => partner.handle === handle)?.name ?? handle;
  const isShared = partners.some((partner) => partner.name === name && partner.handle !== handle);
  return isShared ? `${name} (${handle})` : name;
}

const only = (all: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, all[name] ?? ""]));

/** A new code's audit entry names only what it has. */
export const withoutEmpty = (all: Record<string, string>) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));

const CODES = "set of codes";

/**
 * Creates codes that differ only in their text, all or none. Repeating the caller's operation id returns the first ones.
 * @param pattern the text, with `#` for each random character
 * @throws 400 as `createCode`, and for a pattern with too few `#` or too few free texts, 409 for an operation id that created other codes
 */
export async function generateCodes(
  { shop: { domain, currency }, administrator, clock }: CallContext,
  { pattern, count, ...fields }: Omit<CodeFields, "registrationCode"> & { pattern: string; count: number },
  operationId: string = randomUUID(),
): Promise<ShopCode[]> {
  assertEnoughPlaces(pattern, count);
  const keyOf = (index: number) =>
    stableUuid("generated registration codes", administrator.id, operationId, String(index));
  const codes = await withShop(domain, async (tx) => {
    await lockPartners(tx, domain);
    const partners = await readPartners(tx, domain);
    const content = newContent({ ...fields, registrationCode: pattern }, partners);
    // One more: an earlier request may have been for more codes.
    const keys = Array.from({ length: count + 1 }, (_, index) => keyOf(index));
    const earlier = await findCodesOfOperations(tx, domain, keys);
    if (earlier.length > 0) {
      if (earlier.length !== count) throw keyConflict(CODES);
      for (const one of earlier)
        assertSame(one, { ...content, code: isOfPattern(one.code, pattern) ? one.code : pattern }, CODES);
      return earlier;
    }
    assertValid(content, partners);
    const texts = await newTexts(pattern, count, (some) => findTakenCodes(tx, domain, some));
    const created: ShopCode[] = [];
    for (const [index, code] of texts.entries()) {
      const one = { ...content, code };
      const operation = { shop: domain, createdAt: clock.now(), operationId: keyOf(index) };
      const inserted = await insertCode(tx, { ...one, ...operation });
      await recordAudit(tx, domain, codeCreated, {
        actor: administrator,
        subject: { type: codeSubject, id: String(inserted.id) },
        before: null,
        after: withoutEmpty(auditFields(one, partners, currency)),
        flag: "showRegistrationCodes",
      });
      created.push(inserted);
    }
    return created;
  });
  publishCodes(domain);
  return codes;
}

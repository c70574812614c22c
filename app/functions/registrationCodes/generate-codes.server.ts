import { randomInt, randomUUID } from "node:crypto";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { codeSubject } from "~/domain/codes/audit.server";
import { lockPartners, readPartners } from "~/domain/codes/calls.server";
import type { ShopCode } from "~/domain/codes/register/code-registration.server";
import {
  findCodesOfOperations,
  findTakenCodes,
  insertCode,
  publishCodes,
} from "~/domain/codes/registration-code.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { stableUuid } from "~/platform/stable-uuid.server";
import { codeCreated } from "./audit.server";
import { assertValid, auditFields, newContent, withoutEmpty } from "./change-code.server";
import { PATTERN_USED_UP, tooFewPlaces } from "./messages";
import type { CodeFields } from "./schemas";

/** Digits and letters that aren't mistaken for each other when they are read aloud or typed from paper. */
const CHARACTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A guess must rarely hit: there are this many times more texts of a pattern than codes. */
const TEXTS_PER_CODE = 1_000;

/**
 * Creates codes that differ only in their text, all or none. Repeating the caller's operation id returns the first ones.
 * @param pattern the text, with `#` for each random character
 * @throws 400 as `createCode`, and for a pattern with too few `#` or too few free texts
 */
export async function generateCodes(
  { shop: { domain, currency }, administrator, clock }: CallContext,
  { pattern, count, ...fields }: Omit<CodeFields, "registrationCode"> & { pattern: string; count: number },
  operationId: string = randomUUID(),
): Promise<ShopCode[]> {
  assertEnoughPlaces(pattern, count);
  const keys = Array.from({ length: count }, (_, index) =>
    stableUuid("generated registration codes", administrator.id, operationId, String(index)),
  );
  const codes = await withShop(domain, async (tx) => {
    await lockPartners(tx, domain);
    const earlier = await findCodesOfOperations(tx, domain, keys);
    if (earlier.length > 0) return earlier;
    const partners = await readPartners(tx, domain);
    const content = newContent({ ...fields, registrationCode: pattern }, partners);
    assertValid(content, partners);
    const texts = await newTexts(pattern, count, (some) => findTakenCodes(tx, domain, some));
    const created: ShopCode[] = [];
    for (const [index, code] of texts.entries()) {
      const one = { ...content, code };
      const operation = { shop: domain, createdAt: clock.now(), operationId: keys[index] as string };
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

function assertEnoughPlaces(pattern: string, count: number): void {
  const places = pattern.split("#").length - 1;
  const needed = Math.ceil(Math.log(count * TEXTS_PER_CODE) / Math.log(CHARACTERS.length));
  if (places >= needed) return;
  const problem = tooFewPlaces(count, needed);
  throw badRequest(problem, { pattern: problem });
}

const textOf = (pattern: string): string =>
  pattern.replaceAll("#", () => CHARACTERS[randomInt(CHARACTERS.length)] as string);

/** The limit of rounds. It is reached only if nearly all texts are taken. */
const MAX_ROUNDS = 20;

/** Texts that no code has yet. @throws 400 when nearly all texts of the pattern are taken */
async function newTexts(
  pattern: string,
  count: number,
  findTaken: (texts: string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  const texts = new Set<string>();
  for (let round = 0; texts.size < count; round += 1) {
    if (round === MAX_ROUNDS) throw badRequest(PATTERN_USED_UP, { pattern: PATTERN_USED_UP });
    const some = Array.from({ length: count - texts.size }, () => textOf(pattern));
    const taken = await findTaken(some);
    for (const text of some) if (!taken.has(text.toLowerCase())) texts.add(text);
  }
  return [...texts];
}

import { randomUUID } from "node:crypto";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { codeSubject } from "~/domain/codes/audit.server";
import { lockPartners, readPartners } from "~/domain/codes/calls.server";
import { assertEnoughPlaces, newTexts } from "~/domain/codes/code-pattern.server";
import type { ShopCode } from "~/domain/codes/register/code-registration.server";
import {
  findCodesOfOperations,
  findTakenCodes,
  insertCode,
  publishCodes,
} from "~/domain/codes/registration-code.server";
import { withShop } from "~/platform/db/with-shop.server";
import { stableUuid } from "~/platform/stable-uuid.server";
import { codeCreated } from "./audit.server";
import { assertValid, auditFields, newContent, withoutEmpty } from "./change-code.server";
import type { CodeFields } from "./schemas";

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

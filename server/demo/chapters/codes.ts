import { codeRegistrations, partners, registrationCodes } from "~/domain/codes/tables.server";
import { PARTNERS } from "../../../local-store/demo/names.ts";
import {
  after,
  type Chapter,
  dayOf,
  daysAgo,
  idOf,
  lastIdOf,
  randomOf,
  scaled,
  storeRows,
} from "../chapter.ts";

const NAMES: Readonly<Record<(typeof PARTNERS)[number], string>> = {
  skillsusa: "SkillsUSA",
  habitat: "Habitat",
  acte: "ACTE",
  mikerowe: "mikeroweWORKS",
  nccer: "NCCER",
};

/** In days before the end of the history: the first and the last day of each code. */
const CODES = [
  { code: "SKILLS-2026", partner: "skillsusa", from: 330, to: -30, uses: 46, most: 200, spend: 2_500 },
  { code: "HABITAT-BUILD", partner: "habitat", from: 280, to: -80, uses: 31, most: null, spend: 1_000 },
  { code: "ACTE-CAMPUS", partner: "acte", from: 240, to: 20, uses: 22, most: 60, spend: null },
  { code: "NCCER-TRADES", partner: "nccer", from: 120, to: -200, uses: 18, most: 20, spend: 1_500 },
  { code: "TOOLDAYS-CREW", partner: "skillsusa", from: 152, to: 138, uses: 14, most: null, spend: 500 },
  { code: "NEXT-YEAR", partner: "mikerowe", from: -34, to: -400, uses: 0, most: 100, spend: 2_000 },
] as const;

/** Partners, their codes, and the customers who registered with them. */
export const codes: Chapter = {
  name: "Registration codes",
  async write(tx, shop) {
    const { domain } = shop;
    const random = randomOf(shop, "codes");
    let people = await storeRows<{ id: number; email: string; created_at: Date; tags: string[] }>(
      shop,
      `SELECT id, email, created_at, tags FROM customers
        WHERE shop = $1 AND email IS NOT NULL AND tags && ARRAY['UserType:Student', 'UserType:Staff'] ORDER BY id % 79, id`,
    );
    await tx
      .insert(partners)
      .values(
        PARTNERS.map((handle, index) => ({ shop: domain, handle, name: NAMES[handle], position: index + 1 })),
      )
      .onConflictDoNothing();
    const lastId = await lastIdOf(tx, shop, "registration_codes");
    const registered: (typeof codeRegistrations.$inferInsert)[] = [];
    const rows = CODES.map(
      ({ code, partner, from, to, uses, most, spend }, index): typeof registrationCodes.$inferInsert => {
        const last = Math.max(to, 0);
        // Those who were customers when the code could still be used.
        const able = people.filter(({ created_at }) => created_at < daysAgo(shop, last));
        const used = uses === 0 ? [] : able.slice(0, scaled(shop, uses));
        people = people.filter((person) => !used.includes(person));
        registered.push(
          ...used.map(({ id, email, created_at, tags }) => {
            const at = daysAgo(shop, last + (random.below(1000) / 1000) * (from - last));
            return {
              shop: domain,
              codeId: lastId + index + 1,
              address: email.toLowerCase(),
              customerId: id,
              partnerHandle: partner,
              kind: tags.includes("UserType:Student") ? ("student" as const) : ("staff" as const),
              registeredAt: created_at > at ? created_at : at,
            };
          }),
        );
        return {
          shop: domain,
          id: lastId + index + 1,
          code,
          startDay: dayOf(shop, daysAgo(shop, from)),
          endDay: dayOf(shop, daysAgo(shop, to)),
          partnerHandle: partner,
          spendLimit: spend,
          maxCount: most,
          currentCount: used.length,
          tags: [`code:${code.toLowerCase()}`],
          emailDomains: [],
          createdAt: from > 0 ? after(daysAgo(shop, from), -3) : daysAgo(shop, 4),
          operationId: idOf(shop, "code", index),
        };
      },
    );
    await tx.insert(registrationCodes).values(rows);
    if (registered.length > 0) await tx.insert(codeRegistrations).values(registered).onConflictDoNothing();
  },
};

import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { outdatedFormOf } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { partnersChanged } from "./audit.server";
import * as tags from "./code-tags";
import { publishCodes } from "./registration-code.server";
import { type Partner, partner } from "./schemas";
import { partners, registrationCodes } from "./tables.server";

const writtenPartner = z.object({
  handle: z
    .string()
    .trim()
    .max(tags.MAX_PARTNER_LENGTH, tags.HANDLE_NOT_VALID)
    .refine(tags.isPartnerHandle, tags.HANDLE_NOT_VALID),
  name: z
    .string()
    .trim()
    .min(1, tags.PARTNER_NAME_NOT_VALID)
    .max(tags.MAX_PARTNER_LENGTH, tags.PARTNER_NAME_NOT_VALID),
});

const answer = z.object({ status: z.literal(true), msg: z.string(), list: z.array(partner) });

/** The calls about the partners of registration codes. */
export const partnersCalls = {
  list: call("GET /registrationCodes/partners", {
    for: "showRegistrationCodes",
    summary: "The partners of registration codes, in the order of Settings",
    output: answer,
    run: async ({ shop }) => ({
      status: true as const,
      msg: "",
      list: await withShop(shop.domain, (tx) => readPartners(tx, shop.domain)),
    }),
  }),
  save: call("PUT /registrationCodes/partners", {
    for: "owner",
    summary: "Replace the list of partners. One with registration codes can't be removed",
    input: z.object({
      list: z.array(writtenPartner).max(tags.MAX_PARTNERS, `must have at most ${tags.MAX_PARTNERS} partners`),
      /** The list that the change was made from: 409 when another one is stored. */
      seen: z.array(partner).max(tags.MAX_PARTNERS).optional(),
    }),
    output: answer.extend({ changed: z.boolean() }),
    run: (context, input) => savePartners(context, input.list, input.seen),
  }),
};

/** The partners in the order of Settings. */
export const readPartners = (tx: ShopTransaction, shop: string): Promise<Partner[]> =>
  tx
    .select({ handle: partners.handle, name: partners.name })
    .from(partners)
    .where(eq(partners.shop, shop))
    .orderBy(partners.position);

/**
 * Replaces the list of partners.
 * @param seen the list that the change was made from
 * @throws 400 for a handle that is in it twice, 409 when a partner with registration codes is missing or the list has changed
 */
async function savePartners(context: CallContext, wanted: readonly Partner[], seen?: readonly Partner[]) {
  const { shop, administrator } = context;
  const { domain } = shop;
  const handles = wanted.map(({ handle }) => handle);
  const twice = handles.find((handle, index) => handles.indexOf(handle) !== index);
  if (twice) throw badRequest(`The handle ${twice} is in the list twice. Each partner needs its own.`);
  const changed = await withShop(domain, async (tx) => {
    // Serialized, so that the audit entry's "before" is the list that was replaced, and no code is created for a removed partner.
    await lockPartners(tx, domain);
    const before = await readPartners(tx, domain);
    if (isDeepStrictEqual(before, wanted)) return false;
    if (seen && !isDeepStrictEqual(before, seen)) {
      const change = { type: shopSubject, id: domain, action: partnersChanged };
      throw await outdatedFormOf(tx, context, change, "the partners", "them");
    }
    await assertUnused(
      tx,
      domain,
      before.filter(({ handle }) => !handles.includes(handle)),
    );
    await tx.delete(partners).where(eq(partners.shop, domain));
    if (wanted.length > 0)
      await tx
        .insert(partners)
        .values(wanted.map((partner, index) => ({ shop: domain, ...partner, position: index + 1 })));
    await recordAudit(tx, domain, partnersChanged, {
      actor: administrator,
      subject: { type: shopSubject, id: domain },
      before: byHandle(before),
      after: byHandle(wanted),
    });
    return true;
  });
  if (changed) {
    publishChange(domain, "owner", { list: "settings" });
    publishCodes(domain);
  }
  return { status: true as const, msg: changed ? "Saved." : "Nothing changed.", list: [...wanted], changed };
}

/** Serializes changes of the partners with those of codes. */
export const lockPartners = (tx: ShopTransaction, shop: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`registration codes ${shop}`}))`);

async function assertUnused(tx: ShopTransaction, shop: string, removed: readonly Partner[]): Promise<void> {
  for (const { handle, name } of removed) {
    const isOf = sql`${registrationCodes.shop} = ${shop} AND ${registrationCodes.partnerHandle} = ${handle}`;
    const codes = await tx.$count(registrationCodes, isOf);
    if (codes > 0)
      throw conflict(
        `${name} (${handle}) has ${codes.toLocaleString("en-US")} registration ${codes === 1 ? "code" : "codes"}, so it can't be removed. Give ${codes === 1 ? "it" : "them"} another partner first.`,
      );
  }
}

const byHandle = (list: readonly Partner[]): Record<string, string> =>
  Object.fromEntries(list.map(({ handle, name }) => [handle, name]));

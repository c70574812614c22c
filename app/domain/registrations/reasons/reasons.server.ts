import { createHash } from "node:crypto";
import { z } from "zod";
import { outdatedFormOf } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { lockSettings, readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { reasonsChanged } from "../audit.server";
import type { DecisionReason } from "../decision";
import { DEFAULT_REASONS, MAX_LABEL_LENGTH, MAX_TEXT_LENGTH, type Reason, type ReasonKind } from "./reason";

const keyOf = (kind: ReasonKind) => `registration_${kind}_reasons`;

/** One of the owner's lists, in the owner's order, or the defaults. */
export async function readReasons(tx: ShopTransaction, shop: string, kind: ReasonKind): Promise<ReasonList> {
  const stored = await readSetting(tx, shop, keyOf(kind));
  const reasons = Array.isArray(stored) ? (stored as Reason[]) : DEFAULT_REASONS[kind];
  return { reasons, version: versionOf(reasons) };
}

const versionOf = (reasons: readonly Reason[]) =>
  createHash("sha256")
    .update(JSON.stringify(reasons.map(({ code, label, text, active }) => [code, label, text, active])))
    .digest("base64url")
    .slice(0, 16);

/** An active reason for a rejection, by its code. @throws 400 for an unknown or inactive code */
export async function findRejectReason(shop: string, code: string): Promise<DecisionReason> {
  const { reasons } = await withShop(shop, (tx) => readReasons(tx, shop, "reject"));
  const active = reasons.filter((reason) => reason.active);
  const found = active.find((reason) => reason.code === code);
  if (found) return { code, label: found.label, text: found.text };
  const codes = active.map((reason) => reason.code).join(", ") || "none";
  throw badRequest(`"${code}" isn't a reason for a rejection. There are: ${codes}.`, {
    reason: "not a reason",
  });
}

/**
 * Replaces a list. Earlier decisions keep their texts.
 * @throws 400 for a duplicate code, 409 when the list was changed since it was read
 */
export async function saveReasons(
  { shop, administrator, clock }: Pick<CallContext, "shop" | "administrator" | "clock">,
  kind: ReasonKind,
  reasons: Reason[],
  version: string,
): Promise<ReasonList & { changed: boolean }> {
  const codes = reasons.map(({ code }) => code);
  const duplicate = codes.find((code, index) => codes.indexOf(code) !== index);
  if (duplicate) throw badRequest(`Duplicate code "${duplicate}". Give each text its own code.`);
  const saved = await withShop(shop.domain, async (tx) => {
    await lockSettings(tx, shop.domain);
    const before = await readReasons(tx, shop.domain, kind);
    if (before.version === versionOf(reasons)) return { ...before, changed: false };
    if (before.version !== version) {
      const change = { action: reasonsChanged, after: inWords(before.reasons) };
      const context = { shop, administrator };
      const subject = { type: shopSubject, id: shop.domain };
      throw await outdatedFormOf(tx, context, { ...subject, ...change }, "this list");
    }
    const setting = { key: keyOf(kind), value: reasons };
    await writeSetting(tx, shop.domain, setting, { by: administrator.id, at: clock.now() });
    await recordAudit(tx, shop.domain, reasonsChanged, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      before: inWords(before.reasons),
      after: inWords(reasons),
    });
    return { reasons, version: versionOf(reasons), changed: true };
  });
  if (saved.changed) publishChange(shop.domain, "owner", { list: "reasons" });
  return saved;
}

/** Each text by its code, with its position, as the history shows it. */
const inWords = (reasons: readonly Reason[]): Record<string, string> =>
  Object.fromEntries(
    reasons.map(({ code, label, text, active }, index) => [
      code,
      `${index + 1}. ${label}${active ? "" : " (not active)"}: ${text}`,
    ]),
  );

/** A reason as input, with the messages for invalid values. */
export const reasonShape = z.object({
  code: z
    .string()
    .trim()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,39}$/,
      "must be at most 40 lowercase letters, digits and hyphens, and start with a letter or digit, for example no-proof",
    ),
  label: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(MAX_LABEL_LENGTH, `must be at most ${MAX_LABEL_LENGTH} characters`),
  text: z
    .string()
    .trim()
    .min(1, "must not be empty, because the customer reads it")
    .max(MAX_TEXT_LENGTH, `must be at most ${MAX_TEXT_LENGTH} characters`),
  active: z.boolean(),
}) satisfies z.ZodType<Reason>;

export const list = z.object({
  reasons: z.array(reasonShape),
  /** The list's version. A change names the version that it was made from. */
  version: z.string(),
});

type ReasonList = z.infer<typeof list>;

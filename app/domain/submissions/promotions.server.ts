import { randomBytes, randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import type { AuditAction } from "~/core/audit/audit-action.server";
import { assertOwnDeletion } from "~/core/audit/deletion.server";
import { deletedFormOf, outdatedFormOf } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { contains } from "~/core/lists/search.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { stableUuid } from "~/platform/stable-uuid.server";
import {
  promotionChanged,
  promotionCreated,
  promotionDeleted,
  promotionRestored,
  promotionSubject,
} from "./audit.server";
import type { Choices, FormTexts, SubmissionLimit } from "./form-fields";
import { countryCodeOf } from "./orders/country-codes";
import { promotions } from "./tables.server";

/** A promotion as it is stored. */
export type Promotion = typeof promotions.$inferSelect;

/** The fields that the owner defines. Days are YYYY-MM-DD in the shop's calendar. */
export interface PromotionFields {
  name: string;
  description: string | null;
  startDay: string | null;
  endDay: string | null;
  choices: Choices;
  /** Undefined keeps them. */
  texts?: FormTexts;
  rewardVariantId: number;
  submissionLimit: SubmissionLimit;
  isLoyalty: boolean;
}

/** Creates a promotion. The same operation id answers the same one. @throws 400 for an end before the start, an unknown country or an unknown variant */
export async function createPromotion(
  context: CallContext,
  fields: PromotionFields,
  operationId: string = randomUUID(),
): Promise<Promotion> {
  const {
    shop: { domain },
    administrator,
    clock,
  } = context;
  assertInOrder(fields);
  assertCountries(fields);
  const key = stableUuid("promotion", administrator.id, operationId);
  const created = await withShop(domain, async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`promotions ${domain}`}))`);
    const [earlier] = await tx
      .select()
      .from(promotions)
      .where(and(eq(promotions.shop, domain), eq(promotions.operationId, key)));
    if (earlier) return earlier;
    const [promotion] = await tx
      .insert(promotions)
      .values({
        shop: domain,
        id: sql`(SELECT coalesce(max(id), 0) + 1 FROM promotions WHERE shop = ${domain})`,
        ...fields,
        rewardTitle: await findRewardTitle(tx, fields.rewardVariantId),
        key: randomBytes(12).toString("base64url"),
        createdAt: clock.now(),
        createdById: administrator.id,
        createdByName: administrator.name,
        operationId: key,
      })
      .returning();
    if (!promotion) throw new Error("The insert returned no promotion.");
    await record(tx, context, promotion.id, promotionCreated, null, auditFields(promotion));
    return promotion;
  });
  publishPromotions(domain);
  return created;
}

/** Changes a promotion. @throws 404 for an unknown one, 409 when it was changed since `version`, 400 as `createPromotion` */
export async function changePromotion(
  context: CallContext,
  id: number,
  fields: PromotionFields,
  version: number,
): Promise<Promotion> {
  const { domain } = context.shop;
  assertInOrder(fields);
  assertCountries(fields);
  const changed = await withShop(domain, async (tx) => {
    const before = await lockPromotion(tx, domain, id);
    if (before.isDeleted)
      throw await deletedFormOf(
        tx,
        context,
        { ...promotionDeletion, id },
        "this promotion",
        "Restore it before you change it.",
      );
    if (before.version !== version)
      throw await outdatedFormOf(
        tx,
        context,
        { type: promotionSubject, id, action: promotionChanged },
        "this promotion",
      );
    // The variant of a promotion may have been deleted since. That must not prevent its end.
    const rewardTitle =
      fields.rewardVariantId === before.rewardVariantId
        ? before.rewardTitle
        : await findRewardTitle(tx, fields.rewardVariantId);
    const [after = before] = await tx
      .update(promotions)
      .set({ ...fields, rewardTitle, version: version + 1 })
      .where(isPromotion(before))
      .returning();
    await record(tx, context, id, promotionChanged, auditFields(before), auditFields(after));
    return after;
  });
  publishPromotions(domain);
  return changed;
}

/** How the deletion of a promotion is recorded. */
export const promotionDeletion = { type: promotionSubject, action: promotionDeleted };

/**
 * Deletes or restores a promotion. The form of a deleted one is closed, and its submissions stay.
 * @throws 404 for an unknown one, 409 for an Undo as `assertOwnDeletion`
 */
export async function setPromotionDeleted(
  context: CallContext,
  id: number,
  isDeleted: boolean,
  isUndo = false,
): Promise<Promotion> {
  const { domain } = context.shop;
  const changed = await withShop(domain, async (tx) => {
    const before = await lockPromotion(tx, domain, id);
    if (before.isDeleted === isDeleted) return before;
    if (isUndo) await assertOwnDeletion(tx, context, { ...promotionDeletion, id }, "deleted this promotion");
    await tx
      .update(promotions)
      .set({ isDeleted, version: before.version + 1 })
      .where(isPromotion(before));
    await record(tx, context, id, isDeleted ? promotionDeleted : promotionRestored, null, null);
    return { ...before, isDeleted, version: before.version + 1 };
  });
  publishPromotions(domain);
  return changed;
}

/** All promotions, those that were deleted last. */
export const listPromotions = (tx: ShopTransaction, shop: string): Promise<Promotion[]> =>
  tx
    .select()
    .from(promotions)
    .where(eq(promotions.shop, shop))
    .orderBy(asc(promotions.isDeleted), asc(promotions.id));

/** The promotion of a public URL. Undefined for one that doesn't exist or was deleted. */
export async function findPromotionByKey(
  tx: ShopTransaction,
  shop: string,
  key: string,
): Promise<Promotion | undefined> {
  const [promotion] = await tx
    .select()
    .from(promotions)
    .where(and(eq(promotions.shop, shop), eq(promotions.key, key), eq(promotions.isDeleted, false)));
  return promotion;
}

/** The promotion with this id, deleted or not. */
export async function findPromotionById(
  tx: ShopTransaction,
  shop: string,
  id: number,
): Promise<Promotion | undefined> {
  const [promotion] = await tx
    .select()
    .from(promotions)
    .where(and(eq(promotions.shop, shop), eq(promotions.id, id)));
  return promotion;
}

const isPromotion = ({ shop, id }: Promotion) => and(eq(promotions.shop, shop), eq(promotions.id, id));

async function lockPromotion(tx: ShopTransaction, shop: string, id: number): Promise<Promotion> {
  const [promotion] = await tx
    .select()
    .from(promotions)
    .where(and(eq(promotions.shop, shop), eq(promotions.id, id)))
    .for("update");
  if (!promotion) throw notFound("This promotion doesn't exist.");
  return promotion;
}

const END_BEFORE_START = "The end date must not be before the start date.";

function assertInOrder({ startDay, endDay }: PromotionFields): void {
  if (startDay && endDay && endDay < startDay)
    throw badRequest(END_BEFORE_START, { endDate: END_BEFORE_START });
}

/** The order of a submission from another country could never be created. */
function assertCountries({ choices }: PromotionFields): void {
  const unknown = choices.countries.find((country) => !countryCodeOf(country));
  if (unknown === undefined) return;
  const problem = `“${unknown}” isn't a country that Shopify ships to. Enter its English name or its two-letter code, such as Canada or CA.`;
  throw badRequest(problem, { countries: problem });
}

const record = <Before, After>(
  tx: ShopTransaction,
  { shop, administrator }: CallContext,
  id: number,
  action: AuditAction<Before, After>,
  before: NoInfer<Before>,
  after: NoInfer<After>,
) =>
  recordAudit(tx, shop.domain, action, {
    actor: administrator,
    subject: { type: promotionSubject, id: String(id) },
    flag: "showPromotion",
    before,
    after,
  });

const auditFields = ({ choices, texts, ...promotion }: Promotion): Record<string, string> => ({
  name: promotion.name,
  description: promotion.description ?? "",
  "start date": promotion.startDay ?? "",
  "end date": promotion.endDay ?? "",
  reward: promotion.rewardTitle,
  limit: promotion.submissionLimit,
  loyalty: promotion.isLoyalty ? "Yes" : "No",
  title: texts.title ?? "",
  "thank-you text": texts.thanks ?? "",
  ...Object.fromEntries(Object.entries(texts.help ?? {}).map(([name, help]) => [`help of ${name}`, help])),
  ...Object.fromEntries(Object.entries(choices).map(([kind, values]) => [kind, values.join(", ")])),
});

const publishPromotions = (shop: string) =>
  publishChange(shop, "showPromotion", { list: "promo-promotions" });

/** A variant that customers can get. */
interface Reward {
  /** The number in Shopify's id. */
  id: string;
  /** Of the product and the variant. */
  title: string;
  sku: string | null;
}

const MAX_FOUND = 20;

const NO_VARIANT = "The store has no such variant. Search for the reward, and select it.";

const TITLE = sql`p.title || CASE WHEN v.title IN ('', 'Default Title') THEN '' ELSE ' - ' || v.title END`;

const FROM = sql`variants_of_shop AS v JOIN products_of_shop AS p ON p.id = v.product_id`;

/** The first variants whose title or SKU contains a text, in any case, by title. */
export const searchRewards = (tx: ShopTransaction, text: string): Promise<Reward[]> =>
  queryRows<Reward>(
    tx,
    sql`SELECT v.id::text AS id, ${TITLE} AS title, v.sku FROM ${FROM}
         WHERE ${text ? contains(sql`lower(${TITLE} || ' ' || coalesce(v.sku, ''))`, text) : sql`true`}
         ORDER BY lower(p.title), v.position, v.id LIMIT ${MAX_FOUND}`,
  );

/** The title of a reward. @throws 400 for a variant that the store doesn't have */
async function findRewardTitle(tx: ShopTransaction, variantId: number): Promise<string> {
  const [reward] = await queryRows<{ title: string }>(
    tx,
    sql`SELECT ${TITLE} AS title FROM ${FROM} WHERE v.id = ${variantId}`,
  );
  if (!reward) throw badRequest(NO_VARIANT, { rewardVariantId: NO_VARIANT });
  return reward.title;
}

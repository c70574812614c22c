import { z } from "zod";
import { deletionFields, readDeletion, undoFields } from "~/core/audit/deletion.server";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { promoTabs } from "~/domain/submissions/access";
import { SUBMISSION_LIMITS } from "~/domain/submissions/form-fields";
import {
  changePromotion,
  createPromotion,
  listPromotions,
  type Promotion,
  type PromotionFields,
  promotionDeletion,
  searchRewards,
  setPromotionDeleted,
} from "~/domain/submissions/promotions.server";
import { changeReason, createReason, deleteReason, denyListOf } from "~/domain/submissions/reasons.server";
import { replayRule } from "~/domain/submissions/replay-rule.server";
import {
  isReviewSetting,
  type ReviewSettings,
  reviewSettingProblem,
} from "~/domain/submissions/review-settings";
import { readReviewSettings, saveReviewSettings } from "~/domain/submissions/review-settings.server";
import { parseStoredDate } from "~/platform/dates/date-text";
import { withShop } from "~/platform/db/with-shop.server";
import { storefrontUrl } from "~/platform/personal-link.server";
import { answered, operationId, reasonId } from "./fields";
import { REASON_CREATED, REASON_DELETED, REASON_UPDATED } from "./messages";
import { choices, help, isLoyalty, type PromotionView, promotion, text, texts } from "./schemas";

const orderInList = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ],
    "The order must be a whole number.",
  )
  .pipe(z.number().int("The order must be a whole number.").min(0).max(999_999))
  .nullable()
  .default(null);

/** Fields of a reason. */
const reasonFields = {
  reason: z
    .string("Enter a reason.")
    .trim()
    .min(1, "Enter a reason.")
    .max(255, "A reason has at most 255 characters."),
  orderInList,
};

/** A reason as it was when its change began: 409 when it was changed since. A reason has no version. */
const before = z.object(reasonFields).optional();

/** Whether it is a reason of loyalty submissions. Without it, a new reason isn't, and another one is found by its id. */
const isLoyaltyReason = isLoyalty.optional();

const reasonAnswer = z.object({ ...answered, id: z.number().int() });

const day = z
  .string()
  .trim()
  .transform((value, context) => {
    const read = parseStoredDate(value);
    if (read) return read;
    context.addIssue("must be a date as MM/DD/YYYY or YYYY-MM-DD");
    return z.NEVER;
  })
  .nullable()
  .default(null);

const promotionFields = {
  name: z
    .string("Enter a name.")
    .trim()
    .min(1, "Enter a name.")
    .max(255, "A name has at most 255 characters."),
  description: z
    .string()
    .trim()
    .max(2_000, "A description has at most 2,000 characters.")
    .transform((value) => value || null)
    .nullable()
    .default(null),
  /** The first and last day of submissions in the shop's calendar. */
  startDate: day,
  endDate: day,
  /** What the form offers. An empty list accepts any text. */
  choices,
  /** The form's own texts. Without them, an existing promotion keeps its own. */
  texts: texts.optional(),
  help: help.optional(),
  /** The number in Shopify's id. */
  rewardVariantId: z.coerce.number("Select a reward.").int("Select a reward.").min(1, "Select a reward."),
  submissionLimit: z
    .enum(SUBMISSION_LIMITS, `must be one of: ${SUBMISSION_LIMITS.join(", ")}`)
    .default("address"),
  isLoyalty: isLoyalty.default(false),
};

const promotionAnswer = z.object({ ...answered, promotion });

const promotionId = z.coerce
  .number("must be the number of a promotion")
  .int("must be the number of a promotion")
  .min(1, "must be the number of a promotion")
  .max(2_147_483_647, "must be the number of a promotion");

/** A number, or its digits. */
const reviewSetting = (name: keyof ReviewSettings) =>
  z
    .union([z.number(), z.string().trim()], reviewSettingProblem(name))
    .refine((value) => isReviewSetting(name, String(value)), reviewSettingProblem(name))
    .transform(Number)
    .pipe(z.number().int());

const reviewSettings = z.object({
  undoSeconds: reviewSetting("undoSeconds"),
  secondLookPercent: reviewSetting("secondLookPercent"),
  targetHours: reviewSetting("targetHours"),
  lockMinutes: reviewSetting("lockMinutes"),
});

/** The calls for what the review works with: promotions, reasons and settings. */
export const settingsCalls = {
  createDenyReason: call("POST /promo/deny", {
    for: promoTabs("DenyList"),
    summary: "Add a deny reason",
    input: z.object({ ...reasonFields, isLoyalty: isLoyaltyReason }),
    output: reasonAnswer,
    async run(context, { isLoyalty, ...fields }) {
      return answer(REASON_CREATED, await createReason(context, denyList(isLoyalty ?? false), fields));
    },
  }),
  changeDenyReason: call("PATCH /promo/deny/{id}", {
    for: promoTabs("DenyList"),
    summary: "Change a deny reason",
    input: z.object({ id: reasonId, ...reasonFields, before, isLoyalty: isLoyaltyReason }),
    output: reasonAnswer,
    async run(context, { id, isLoyalty, before, ...fields }) {
      const list = await storedDenyList(context, id, isLoyalty);
      return answer(REASON_UPDATED, await changeReason(context, list, id, fields, before));
    },
  }),
  deleteDenyReason: call("DELETE /promo/deny/{id}", {
    for: promoTabs("DenyList"),
    summary: "Delete a deny reason",
    input: z.object({ id: reasonId, isLoyalty: isLoyaltyReason }),
    output: reasonAnswer,
    async run(context, { id, isLoyalty }) {
      const list = await storedDenyList(context, id, isLoyalty);
      return answer(REASON_DELETED, await deleteReason(context, list, id));
    },
  }),
  createHoldReason: call("POST /promo/hold", {
    for: promoTabs("DenyList"),
    summary: "Add a hold reason",
    input: z.object({ ...reasonFields }),
    output: reasonAnswer,
    async run(context, input) {
      return answer("The hold reason was added.", await createReason(context, "hold", input));
    },
  }),
  changeHoldReason: call("PATCH /promo/hold/{id}", {
    for: promoTabs("DenyList"),
    summary: "Change a hold reason",
    input: z.object({ id: reasonId, ...reasonFields, before }),
    output: reasonAnswer,
    async run(context, { id, before, ...fields }) {
      return answer("The hold reason was changed.", await changeReason(context, "hold", id, fields, before));
    },
  }),
  deleteHoldReason: call("DELETE /promo/hold/{id}", {
    for: promoTabs("DenyList"),
    summary: "Delete a hold reason",
    input: z.object({ id: reasonId }),
    output: reasonAnswer,
    async run(context, { id }) {
      return answer("The hold reason was deleted.", await deleteReason(context, "hold", id));
    },
  }),
  promotions: call("GET /promo/promotions/list", {
    for: "showPromotion",
    summary: "All promotions, the deleted ones last",
    output: z.object({ ...answered, list: z.array(promotion) }),
    async run({ shop }) {
      const list = await withShop(shop.domain, (tx) => listPromotions(tx, shop.domain));
      return { status: true as const, msg: "", list: list.map(promotionOf) };
    },
  }),
  rewards: call("GET /promo/rewards/list", {
    for: "owner",
    summary: "The first variants whose product's title or SKU contains a text",
    input: z.object({ search: z.string().trim().max(60, "must be at most 60 characters").default("") }),
    output: z.object({
      ...answered,
      list: z.array(
        z.object({
          /** The number in Shopify's id. */
          id: text,
          title: text,
          sku: text.nullable(),
        }),
      ),
    }),
    async run({ shop }, { search }) {
      const list = await withShop(shop.domain, (tx) => searchRewards(tx, search));
      return { status: true as const, msg: "", list };
    },
  }),
  createPromotion: call("POST /promo/promotions", {
    for: "owner",
    summary: "Create a promotion",
    input: z.object({ ...promotionFields, operationId }),
    output: promotionAnswer,
    run: async (context, { operationId, ...fields }) =>
      answerOfChange(await createPromotion(context, fieldsOf(fields), operationId), "was created"),
  }),
  changePromotion: call("PUT /promo/promotions/{id}", {
    for: "owner",
    summary: "Change a promotion",
    input: z.object({ id: promotionId, version: z.coerce.number().int(), ...promotionFields }),
    output: promotionAnswer,
    run: async (context, { id, version, ...fields }) =>
      answerOfChange(await changePromotion(context, id, fieldsOf(fields), version), "was saved"),
  }),
  deletePromotion: call("DELETE /promo/promotions/{id}", {
    for: "owner",
    summary: "Delete a promotion. It can be restored",
    input: z.object({ id: promotionId }),
    output: promotionAnswer.extend(deletionFields),
    async run(context, { id }) {
      const answer = answerOfChange(await setPromotionDeleted(context, id, true), "was deleted");
      return { ...answer, ...(await readDeletion(context, promotionDeletion, id)) };
    },
  }),
  restorePromotion: call("POST /promo/promotions/{id}/restore", {
    for: "owner",
    summary: "Restore a deleted promotion",
    input: z.object({ id: promotionId, ...undoFields }),
    output: promotionAnswer,
    run: async (context, { id, isUndo }) =>
      answerOfChange(await setPromotionDeleted(context, id, false, isUndo), "was restored"),
  }),
  settings: call("GET /promo/settings", {
    for: "showPromotion",
    summary: "The settings of the review",
    output: z.object({ ...answered, settings: reviewSettings }),
    async run({ shop }) {
      const settings = await withShop(shop.domain, (tx) => readReviewSettings(tx, shop.domain));
      return { status: true as const, msg: "", settings };
    },
  }),
  replay: call("GET /promo/settings/replay", {
    for: "showPromotion",
    summary: "What a rule that approves submissions without findings would have done. It approves nothing",
    output: z.object({
      days: z.number().int(),
      decided: z.number().int(),
      wouldApprove: z.number().int(),
      denied: z.number().int(),
      disagreed: z.number().int(),
      unread: z.number().int(),
      examples: z.array(
        z.object({ id: z.number().int(), name: z.string(), reason: z.string(), decidedAt: z.string() }),
      ),
    }),
    run: ({ shop }) => replayRule(shop.domain),
  }),
  saveSettings: call("PUT /promo/settings", {
    for: "owner",
    summary: "Save settings of the review. A missing one stays",
    input: reviewSettings.partial().extend({
      /** What the changes were made from. A setting that was changed since isn't overwritten. */
      seen: reviewSettings.partial().optional(),
    }),
    output: z.object({ ...answered, settings: reviewSettings }),
    async run(context, { seen, ...changes }) {
      const settings = await saveReviewSettings(context, changes, seen);
      return { status: true as const, msg: "The settings were saved.", settings };
    },
  }),
};

const denyList = (isLoyalty: boolean) => (isLoyalty ? "loyaltyDeny" : "deny");

const storedDenyList = (context: CallContext, id: number, isLoyalty?: boolean) =>
  isLoyalty === undefined ? denyListOf(context, id) : denyList(isLoyalty);

const answer = (msg: string, id: number) => ({ status: true as const, msg, id });

const promotionOf = (promotion: Promotion): PromotionView => ({
  id: promotion.id,
  name: promotion.name,
  description: promotion.description,
  startDate: promotion.startDay,
  endDate: promotion.endDay,
  choices: Object.fromEntries(
    Object.entries(promotion.choices).map(([kind, values]) => [kind, [...values]]),
  ) as PromotionView["choices"],
  texts: { title: promotion.texts.title, thanks: promotion.texts.thanks },
  help: { ...promotion.texts.help },
  rewardVariantId: String(promotion.rewardVariantId),
  rewardTitle: promotion.rewardTitle,
  submissionLimit: promotion.submissionLimit,
  isLoyalty: promotion.isLoyalty,
  isDeleted: promotion.isDeleted,
  link: storefrontUrl(promotion.shop, `promotion/${promotion.key}`),
  version: promotion.version,
});

const fieldsOf = ({
  startDate,
  endDate,
  texts: ownTexts,
  help: ownHelp,
  ...fields
}: Omit<PromotionFields, "startDay" | "endDay" | "texts"> & {
  startDate: string | null;
  endDate: string | null;
  texts?: z.infer<typeof texts>;
  help?: z.infer<typeof help>;
}): PromotionFields => ({
  name: fields.name,
  description: fields.description,
  startDay: startDate,
  endDay: endDate,
  choices: fields.choices,
  texts: ownTexts || ownHelp ? withoutEmpty({ ...ownTexts, help: withoutEmpty({ ...ownHelp }) }) : undefined,
  rewardVariantId: fields.rewardVariantId,
  submissionLimit: fields.submissionLimit,
  isLoyalty: fields.isLoyalty,
});

const withoutEmpty = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as Fields;

const answerOfChange = (promotion: Promotion, what: string) => ({
  status: true as const,
  msg: `${promotion.name} ${what}.`,
  promotion: promotionOf(promotion),
});

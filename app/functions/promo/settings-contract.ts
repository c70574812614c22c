import { z } from "zod";
import { promoTabs } from "~/domain/submissions/access";
import { CHOICE_KINDS, MAX_CHOICE_LENGTH, SUBMISSION_LIMITS } from "~/domain/submissions/choice-kinds";
import {
  isReviewSetting,
  type ReviewSettings,
  reviewSettingProblem,
} from "~/domain/submissions/review-settings";
import { call } from "~/platform/contract/call";
import { parseStoredDate } from "~/platform/dates/date-text";
import { oneLine } from "~/platform/mail-address";
import { answered, operationId, reasonId } from "./fields";

const text = z.string();
const MAX_CHOICES = 500;

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
const isLoyalty = z.boolean("must be true or false");
const reasonAnswer = z.object({ ...answered, id: z.number().int() });

/** Create, change and delete of a list of reasons. */
const reasonCalls = <Shape extends z.ZodRawShape>(path: "deny" | "hold", noun: string, more: Shape) => ({
  create: call(promoTabs("DenyList"))
    .route({ method: "POST", path: `/promo/${path}`, summary: `Add a ${noun} reason` })
    .input(z.object({ ...reasonFields, ...more }))
    .output(reasonAnswer),
  change: call(promoTabs("DenyList"))
    .route({ method: "PATCH", path: `/promo/${path}/{id}`, summary: `Change a ${noun} reason` })
    .input(z.object({ id: reasonId, ...reasonFields, before, ...more }))
    .output(reasonAnswer),
  remove: call(promoTabs("DenyList"))
    .route({ method: "DELETE", path: `/promo/${path}/{id}`, summary: `Delete a ${noun} reason` })
    .input(z.object({ id: reasonId, ...more }))
    .output(reasonAnswer),
});

const deny = reasonCalls("deny", "deny", {
  /** Whether it is a reason of loyalty submissions. Without it, a new reason isn't, and another one is found by its id. */
  isLoyalty: isLoyalty.optional(),
});
const hold = reasonCalls("hold", "hold", {});

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

const choiceList = z
  .array(
    z
      .string()
      .transform(oneLine)
      .pipe(
        z
          .string()
          .min(1, "must not be empty")
          .max(MAX_CHOICE_LENGTH, `must have at most ${MAX_CHOICE_LENGTH} characters`),
      ),
  )
  .max(MAX_CHOICES, `must be at most ${MAX_CHOICES}`)
  .default([])
  .transform((values) => [...new Set(values)]);
const choices = z.object(
  Object.fromEntries(CHOICE_KINDS.map((kind) => [kind, choiceList])) as Record<
    (typeof CHOICE_KINDS)[number],
    typeof choiceList
  >,
);

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
  /** The number in Shopify's id. */
  rewardVariantId: z.coerce.number("Select a reward.").int("Select a reward.").min(1, "Select a reward."),
  submissionLimit: z
    .enum(SUBMISSION_LIMITS, `must be one of: ${SUBMISSION_LIMITS.join(", ")}`)
    .default("address"),
  isLoyalty: isLoyalty.default(false),
};

const promotion = z.object({
  id: z.number().int(),
  name: text,
  description: text.nullable(),
  startDate: text.nullable(),
  endDate: text.nullable(),
  choices: z.record(z.enum(CHOICE_KINDS), z.array(text)),
  rewardVariantId: text,
  rewardTitle: text,
  submissionLimit: z.enum(SUBMISSION_LIMITS),
  isLoyalty: z.boolean(),
  isDeleted: z.boolean(),
  /** The address of its form. */
  link: text,
  /** Send it back with a change. */
  version: z.number().int(),
});
export type PromotionView = z.infer<typeof promotion>;
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
  createDenyReason: deny.create,
  changeDenyReason: deny.change,
  deleteDenyReason: deny.remove,
  createHoldReason: hold.create,
  changeHoldReason: hold.change,
  deleteHoldReason: hold.remove,
  promotions: call("showPromotion")
    .route({
      method: "GET",
      path: "/promo/promotions/list",
      summary: "All promotions, the deleted ones last",
    })
    .output(z.object({ ...answered, list: z.array(promotion) })),
  rewards: call("owner")
    .route({
      method: "GET",
      path: "/promo/rewards/list",
      summary: "The first variants whose product's title or SKU contains a text",
    })
    .input(z.object({ search: z.string().trim().max(60, "must be at most 60 characters").default("") }))
    .output(
      z.object({
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
    ),
  createPromotion: call("owner")
    .route({ method: "POST", path: "/promo/promotions", summary: "Create a promotion" })
    .input(z.object({ ...promotionFields, operationId }))
    .output(promotionAnswer),
  changePromotion: call("owner")
    .route({ method: "PUT", path: "/promo/promotions/{id}", summary: "Change a promotion" })
    .input(z.object({ id: promotionId, version: z.coerce.number().int(), ...promotionFields }))
    .output(promotionAnswer),
  deletePromotion: call("owner")
    .route({
      method: "DELETE",
      path: "/promo/promotions/{id}",
      summary: "Delete a promotion. It can be restored",
    })
    .input(z.object({ id: promotionId }))
    .output(promotionAnswer),
  restorePromotion: call("owner")
    .route({ method: "POST", path: "/promo/promotions/{id}/restore", summary: "Restore a deleted promotion" })
    .input(z.object({ id: promotionId }))
    .output(promotionAnswer),
  settings: call("showPromotion")
    .route({ method: "GET", path: "/promo/settings", summary: "The settings of the review" })
    .output(z.object({ ...answered, settings: reviewSettings })),
  saveSettings: call("owner")
    .route({
      method: "PUT",
      path: "/promo/settings",
      summary: "Save settings of the review. A missing one stays",
    })
    .input(reviewSettings.partial())
    .output(z.object({ ...answered, settings: reviewSettings })),
};

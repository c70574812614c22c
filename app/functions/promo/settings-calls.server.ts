import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import {
  changePromotion,
  createPromotion,
  listPromotions,
  type Promotion,
  type PromotionFields,
  setPromotionDeleted,
} from "~/domain/submissions/promotions.server";
import { changeReason, createReason, deleteReason, denyListOf } from "~/domain/submissions/reasons.server";
import { readReviewSettings, saveReviewSettings } from "~/domain/submissions/review-settings.server";
import { searchRewards } from "~/domain/submissions/rewards.server";
import { withShop } from "~/platform/db/with-shop.server";
import { storefrontUrl } from "~/platform/storefront.server";
import { REASON_CREATED, REASON_DELETED, REASON_UPDATED } from "./messages";
import { type PromotionView, settingsCalls } from "./settings-contract";

const calls = implement(settingsCalls).$context<CallContext>().use(guard);

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
  ...fields
}: Omit<PromotionFields, "startDay" | "endDay"> & {
  startDate: string | null;
  endDate: string | null;
}): PromotionFields => ({
  name: fields.name,
  description: fields.description,
  startDay: startDate,
  endDay: endDate,
  choices: fields.choices,
  rewardVariantId: fields.rewardVariantId,
  submissionLimit: fields.submissionLimit,
  isLoyalty: fields.isLoyalty,
});

const promotionAnswer = (promotion: Promotion, what: string) => ({
  status: true as const,
  msg: `${promotion.name} ${what}.`,
  promotion: promotionOf(promotion),
});

/** The handlers of the calls for promotions, reasons and settings. */
export const settingsRouter = calls.router({
  createDenyReason: calls.createDenyReason.handler(async ({ input: { isLoyalty, ...fields }, context }) => {
    return answer(REASON_CREATED, await createReason(context, denyList(isLoyalty ?? false), fields));
  }),
  changeDenyReason: calls.changeDenyReason.handler(
    async ({ input: { id, isLoyalty, before, ...fields }, context }) => {
      const list = await storedDenyList(context, id, isLoyalty);
      return answer(REASON_UPDATED, await changeReason(context, list, id, fields, before));
    },
  ),
  deleteDenyReason: calls.deleteDenyReason.handler(async ({ input: { id, isLoyalty }, context }) => {
    const list = await storedDenyList(context, id, isLoyalty);
    return answer(REASON_DELETED, await deleteReason(context, list, id));
  }),
  createHoldReason: calls.createHoldReason.handler(async ({ input, context }) => {
    return answer("The hold reason was added.", await createReason(context, "hold", input));
  }),
  changeHoldReason: calls.changeHoldReason.handler(async ({ input: { id, before, ...fields }, context }) => {
    return answer("The hold reason was changed.", await changeReason(context, "hold", id, fields, before));
  }),
  deleteHoldReason: calls.deleteHoldReason.handler(async ({ input: { id }, context }) => {
    return answer("The hold reason was deleted.", await deleteReason(context, "hold", id));
  }),
  promotions: calls.promotions.handler(async ({ context: { shop } }) => {
    const list = await withShop(shop.domain, (tx) => listPromotions(tx, shop.domain));
    return { status: true, msg: "", list: list.map(promotionOf) };
  }),
  rewards: calls.rewards.handler(async ({ input: { search }, context: { shop } }) => {
    const list = await withShop(shop.domain, (tx) => searchRewards(tx, search));
    return { status: true, msg: "", list };
  }),
  createPromotion: calls.createPromotion.handler(async ({ input: { operationId, ...fields }, context }) =>
    promotionAnswer(await createPromotion(context, fieldsOf(fields), operationId), "was created"),
  ),
  changePromotion: calls.changePromotion.handler(async ({ input: { id, version, ...fields }, context }) =>
    promotionAnswer(await changePromotion(context, id, fieldsOf(fields), version), "was saved"),
  ),
  deletePromotion: calls.deletePromotion.handler(async ({ input: { id }, context }) =>
    promotionAnswer(await setPromotionDeleted(context, id, true), "was deleted"),
  ),
  restorePromotion: calls.restorePromotion.handler(async ({ input: { id }, context }) =>
    promotionAnswer(await setPromotionDeleted(context, id, false), "was restored"),
  ),
  settings: calls.settings.handler(async ({ context: { shop } }) => {
    const settings = await withShop(shop.domain, (tx) => readReviewSettings(tx, shop.domain));
    return { status: true, msg: "", settings };
  }),
  saveSettings: calls.saveSettings.handler(async ({ input, context }) => {
    const settings = await saveReviewSettings(context, input);
    return { status: true, msg: "The settings were saved.", settings };
  }),
});

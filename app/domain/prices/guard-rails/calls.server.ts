import { z } from "zod";
import { call } from "~/core/call.server";
import { outcomeText } from "~/core/safeguards/change-safeguard.server";
import { withShop } from "~/platform/db/with-shop.server";
import * as guardRails from "./guard-rails";
import { type ShownGuardRails, shown } from "./schemas";
import { readGuardRails, saveGuardRails } from "./stored-guard-rails.server";

const percent = z.string().trim().refine(guardRails.isPercent, guardRails.PERCENT_NOT_VALID);

/** As the form has them. Empty for no limit. */
const limits = {
  /** By how many percent a price may drop at most. */
  maxDropPercent: percent,
  /** The lowest margin over the unit cost, in percent of the price. */
  minMarginPercent: percent,
  /** A file that changes more products needs a second administrator. */
  approvalAboveProducts: z.string().trim().refine(guardRails.isProductCount, guardRails.PRODUCTS_NOT_VALID),
};

const readLimits = (texts: Partial<ShownGuardRails>): Partial<guardRails.GuardRails> => ({
  ...(texts.maxDropPercent !== undefined && { maxDrop: guardRails.hundredthsOf(texts.maxDropPercent) }),
  ...(texts.minMarginPercent !== undefined && { minMargin: guardRails.hundredthsOf(texts.minMarginPercent) }),
  ...(texts.approvalAboveProducts !== undefined && {
    approvalAbove: guardRails.productsOf(texts.approvalAboveProducts),
  }),
});

/** The calls about the owner's limits for scheduled prices. */
export const priceGuardRailsCalls = {
  read: call("GET /bulkprice/limits", {
    for: "owner",
    summary: "The limits for scheduled prices",
    output: shown,
    run: async ({ shop }) =>
      shownLimits(await withShop(shop.domain, (tx) => readGuardRails(tx, shop.domain))),
  }),
  save: call("PUT /bulkprice/limits", {
    for: "owner",
    summary: "Set limits for scheduled prices. An empty field removes its limit, a missing one keeps it",
    input: z
      .object(limits)
      .partial()
      .extend({
        /** What the changes were made from. A limit that was changed since isn't overwritten. */
        seen: z.object(limits).partial().optional(),
      }),
    output: shown.extend({
      /** Whether a limit is different now. A looser one waits. */
      changed: z.boolean(),
      msg: z.string(),
    }),
    async run(context, input) {
      const { seen = {}, ...changes } = input;
      const { limits, outcomes } = await saveGuardRails(context, readLimits(changes), readLimits(seen));
      const isSaved = outcomes.some(({ state }) => state === "saved");
      return {
        ...shownLimits(limits),
        changed: isSaved,
        msg: outcomeText(outcomes, context.shop, "Saved. The limits apply from now on."),
      };
    },
  }),
};

const shownLimits = ({ maxDrop, minMargin, approvalAbove }: guardRails.GuardRails): ShownGuardRails => ({
  maxDropPercent: maxDrop === null ? "" : guardRails.percentText(maxDrop),
  minMarginPercent: minMargin === null ? "" : guardRails.percentText(minMargin),
  approvalAboveProducts: approvalAbove === null ? "" : String(approvalAbove),
});

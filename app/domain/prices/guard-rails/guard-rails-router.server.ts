import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { outcomeText } from "~/core/safeguards/outcome-text.server";
import { withShop } from "~/platform/db/with-shop.server";
import { priceGuardRailsContract, type ShownGuardRails } from "./contract";
import { type GuardRails, percentText } from "./guard-rails";
import { hundredthsOf, productsOf } from "./read-limit";
import { readGuardRails, saveGuardRails } from "./stored-guard-rails.server";

const calls = implement(priceGuardRailsContract).$context<CallContext>().use(guard);

const shown = ({ maxDrop, minMargin, approvalAbove }: GuardRails): ShownGuardRails => ({
  maxDropPercent: maxDrop === null ? "" : percentText(maxDrop),
  minMarginPercent: minMargin === null ? "" : percentText(minMargin),
  approvalAboveProducts: approvalAbove === null ? "" : String(approvalAbove),
});

export const priceGuardRailsRouter = calls.router({
  read: calls.read.handler(async ({ context: { shop } }) =>
    shown(await withShop(shop.domain, (tx) => readGuardRails(tx, shop.domain))),
  ),
  save: calls.save.handler(async ({ input, context }) => {
    const { maxDropPercent, minMarginPercent, approvalAboveProducts } = input;
    const { limits, outcomes } = await saveGuardRails(context, {
      ...(maxDropPercent !== undefined && { maxDrop: hundredthsOf(maxDropPercent) }),
      ...(minMarginPercent !== undefined && { minMargin: hundredthsOf(minMarginPercent) }),
      ...(approvalAboveProducts !== undefined && { approvalAbove: productsOf(approvalAboveProducts) }),
    });
    const isSaved = outcomes.some(({ state }) => state === "saved");
    return {
      ...shown(limits),
      changed: isSaved,
      msg: outcomeText(outcomes, context.shop, "Saved. The limits apply from now on."),
    };
  }),
});

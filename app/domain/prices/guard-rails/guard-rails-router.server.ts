import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
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
    const limits = {
      maxDrop: hundredthsOf(input.maxDropPercent),
      minMargin: hundredthsOf(input.minMarginPercent),
      approvalAbove: productsOf(input.approvalAboveProducts),
    };
    const changed = await saveGuardRails(context, limits);
    return { ...shown(limits), changed };
  }),
});

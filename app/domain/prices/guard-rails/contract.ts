import { z } from "zod";
import { call } from "~/platform/contract/call";
import { PERCENT_NOT_VALID, PRODUCTS_NOT_VALID } from "./messages";
import { isPercent, isProductCount } from "./read-limit";

const percent = z.string().trim().refine(isPercent, PERCENT_NOT_VALID);

/** As the form has them. Empty for no limit. */
const limits = {
  /** By how many percent a price may drop at most. */
  maxDropPercent: percent,
  /** The lowest margin over the unit cost, in percent of the price. */
  minMarginPercent: percent,
  /** A file that changes more products needs a second administrator. */
  approvalAboveProducts: z.string().trim().refine(isProductCount, PRODUCTS_NOT_VALID),
};

const shown = z.object({
  maxDropPercent: z.string(),
  minMarginPercent: z.string(),
  approvalAboveProducts: z.string(),
});
export type ShownGuardRails = z.infer<typeof shown>;

/** The calls about the owner's limits for scheduled prices. */
export const priceGuardRailsContract = {
  read: call("owner")
    .route({ method: "GET", path: "/bulkprice/limits", summary: "The limits for scheduled prices" })
    .output(shown),
  save: call("owner")
    .route({
      method: "PUT",
      path: "/bulkprice/limits",
      summary: "Set limits for scheduled prices. An empty field removes its limit, a missing one keeps it",
    })
    .input(z.object(limits).partial())
    .output(
      shown.extend({
        /** Whether a limit is different now. A looser one waits. */
        changed: z.boolean(),
        msg: z.string(),
      }),
    ),
};

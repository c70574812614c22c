import { badRequest } from "~/platform/errors";
import { PRICE } from "./fields";
import { CUSTOM_MISSING, PRICE_IS_A_RANGE } from "./messages";
import type { FilterSettings } from "./settings";

/** @throws 400 for a custom style without a control, and for a price that isn't filtered by a range */
export function checkSettings(name: string, { style, custom }: FilterSettings): void {
  if (name === PRICE && (style !== "Custom" || custom !== "Range"))
    throw badRequest(PRICE_IS_A_RANGE, { style: PRICE_IS_A_RANGE });
  if (style === "Custom" && custom === "") throw badRequest(CUSTOM_MISSING, { custom: CUSTOM_MISSING });
}

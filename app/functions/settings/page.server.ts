import type { Texts } from "~/core/answer-call.server";
import type { ContractsOf } from "~/core/function-entry";
import type { settingsFunction } from "./function";

type SettingsTexts = Texts<ContractsOf<typeof settingsFunction>>;

/** The settings of the review. */
export const promotionTexts: SettingsTexts = { "promo.saveSettings": ({ msg }) => msg };

import type { ContractRouterClient } from "@orpc/contract";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import type { ActionAnswer } from "~/platform/notice";
import type { promoContract } from "./contract";
import { FALLBACKS } from "./messages";
import type { Option } from "./ui/rows";

/** The fields of the advanced filters that are chosen from a list. */
export type ListField =
  | "age"
  | "shippingCountry"
  | "gender"
  | "purchasingMethod"
  | "retailer"
  | "purchaseState"
  | "status"
  | "fulfillmentStatus"
  | "people"
  | "denyReason";

/** The look-up lists. The notice says why they can't be read. */
export type FilterOptionsAnswer = ActionAnswer & { options?: Record<ListField, Option[]> };

/** Reads the look-up lists of the advanced filters together. */
export const readFilterOptions = (
  promo: ContractRouterClient<typeof promoContract>,
): Promise<FilterOptionsAnswer> =>
  answerWithFallback<FilterOptionsAnswer>({ fallback: FALLBACKS.filters }, async () => {
    const [ages, countries, genders, people, reasons, methods, retailers, states, statuses, fulfillment] =
      await Promise.all([
        promo.ages(),
        promo.countries(),
        promo.genders(),
        promo.reviewers(),
        promo.denyReasons(),
        promo.purchasingMethods(),
        promo.retailers(),
        promo.states({ country: 1 }),
        promo.statuses(),
        promo.fulfillmentStatuses(),
      ]);
    return {
      options: {
        age: ages.list.map(({ age }) => named(age)),
        shippingCountry: countries.list.map(({ country }) => named(country)),
        gender: genders.list.map(({ gender }) => named(gender)),
        people: people.list.map(({ id, email }) => ({ value: String(id), label: email })),
        denyReason: reasons.list.map(({ id, reason }) => ({ value: String(id), label: reason })),
        purchasingMethod: methods.list.map(({ method }) => named(method)),
        retailer: retailers.list.map(({ retailer }) => named(retailer)),
        purchaseState: states.list.map(({ state }) => named(state)),
        status: statuses.list.map(({ status }) => named(status)),
        fulfillmentStatus: fulfillment.list.map(({ status }) => named(status)),
      },
    };
  });

const named = (value: string): Option => ({ value, label: value });

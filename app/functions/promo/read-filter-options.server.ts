import type { ContractRouterClient } from "@orpc/contract";
import type { FilterReason } from "~/domain/submissions/filter-options.server";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import type { ActionAnswer } from "~/platform/notice";
import type { promoCalls } from "./calls.server";
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

/** The look-up lists. A list that can't offer all values is null: then a text is typed. The notice says why they can't be read. */
export type FilterOptionsAnswer = ActionAnswer & { options?: Record<ListField, Option[] | null> };

/** Reads the look-up lists of the advanced filters together. */
export const readFilterOptions = (
  promo: ContractRouterClient<typeof promoCalls>,
): Promise<FilterOptionsAnswer> =>
  answerWithFallback<FilterOptionsAnswer>({ fallback: FALLBACKS.filters }, async () => {
    const [ages, countries, genders, people, reasons, methods, retailers, states, statuses, fulfillment] =
      await Promise.all([
        promo.ages(),
        promo.countries(),
        promo.genders(),
        promo.people(),
        promo.allDenyReasons(),
        promo.purchasingMethods(),
        promo.retailers(),
        promo.states({ country: 1 }),
        promo.statuses(),
        promo.fulfillmentStatuses(),
      ]);
    return {
      options: {
        age: choicesOf(ages, "age"),
        shippingCountry: choicesOf(countries, "country"),
        gender: choicesOf(genders, "gender"),
        people: people.list.map(({ id, email }) => ({ value: String(id), label: email })),
        denyReason: reasons.list.map((reason) => ({ value: String(reason.id), label: reasonLabel(reason) })),
        purchasingMethod: choicesOf(methods, "method"),
        retailer: choicesOf(retailers, "retailer"),
        purchaseState: choicesOf(states, "state"),
        status: statuses.list.map(({ status }) => named(status)),
        fulfillmentStatus: fulfillment.list.map(({ status }) => named(status)),
      },
    };
  });

const choicesOf = <Key extends string>(
  { list, isComplete }: { list: Record<Key, string>[]; isComplete: boolean },
  key: Key,
): Option[] | null => (isComplete ? list.map((row) => named(row[key])) : null);

/** Several reasons can have the same text. */
function reasonLabel({ reason, isLoyalty, isDeleted }: Omit<FilterReason, "id">): string {
  const marks = [isLoyalty && "loyalty", isDeleted && "deleted"].filter(Boolean);
  return marks.length > 0 ? `${reason} (${marks.join(", ")})` : reason;
}

const named = (value: string): Option => ({ value, label: value });

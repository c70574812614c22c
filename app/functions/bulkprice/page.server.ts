import type { Texts } from "~/core/answer-call.server";
import { exportTexts } from "~/core/exports/texts.server";
import type { CallsOf, ContractsOf } from "~/core/function-entry";
import { readListState } from "~/platform/list";
import { SUCCESS_SECONDS } from "~/platform/notice";
import { pluralize } from "~/platform/text/pluralize";
import type { bulkPriceFunction } from "./function";
import { pricesList } from "./list-prices.server";
import { PRICE_STATES } from "./states";
import { COMPARE_ATS, ENDINGS, RULE_KINDS, type RuleText, readRule } from "./workbench/price-rule";
import { workbenchList } from "./workbench/workbench-list.server";

/** The calls that the pages post, and what they say after them. */
export const priceTexts: Texts<ContractsOf<typeof bulkPriceFunction>> = {
  "bulkPrice.update": ({ MODEL, EFFECTIVE_DATE }) =>
    saved(`The price of ${MODEL} is saved for ${EFFECTIVE_DATE}.`),
  "priceWorkbench.storeSkus": ({ skus, unknown, unknownCount }) =>
    unknownCount === 0
      ? saved(`${pluralize(skus, "SKU")} chosen.`)
      : {
          level: "warning",
          accepted: true,
          text: `${pluralize(skus, "SKU")} chosen. No variant in the store has ${pluralize(unknownCount, "of them", "of them")}: ${unknown.join(", ")}${unknownCount > unknown.length ? ", and others" : ""}.`,
        },
  "priceWorkbench.plan": ({ importId }) => ({ redirect: `/bulkprice/import/${importId}` }),
  ...exportTexts("exports.currentPrices"),
  "bulkPrice.pause": ({ changed }, input) => {
    const text = `Paused ${pluralize(changed, "price")}.`;
    return "ids" in input ? savedSome(text, input.ids.length - changed, "scheduled") : saved(text);
  },
  "bulkPrice.cancel": ({ changed }, input) => {
    const text = `Canceled ${pluralize(changed, "price")}.`;
    return "ids" in input ? savedSome(text, input.ids.length - changed, "scheduled") : saved(text);
  },
  "bulkPrice.end": ({ changed }, input) =>
    savedSome(
      `Ended ${pluralize(changed, "price")}. The earlier prices return within a minute.`,
      input.ids.length - changed,
      "applied",
    ),
  "bulkPrice.move": ({ changed }, input) => {
    const text = `Moved ${pluralize(changed, "price")}.`;
    return "ids" in input ? savedSome(text, input.ids.length - changed, "scheduled") : saved(text);
  },
  "bulkPrice.resume": ({ changed, ended }, input) => {
    const text = resumed(changed, ended);
    return "ids" in input ? savedSome(text, input.ids.length - changed - ended, "paused") : saved(text);
  },
};

const saved = (text: string) => ({ text, seconds: SUCCESS_SECONDS });

/** @param others the selected prices that weren't in the state that can be changed */
const savedSome = (text: string, others: number, state: string) =>
  others === 0
    ? saved(text)
    : {
        level: "info" as const,
        text: `${text} ${pluralize(others, "price")} of your selection ${others === 1 ? "isn't" : "aren't"} ${state} and didn't change.`,
      };

const resumed = (changed: number, ended: number) =>
  [
    `Resumed ${pluralize(changed, "price")}. If the effective date has passed, the price is set within a minute.`,
    ended > 0 &&
      `${pluralize(ended, "price")} ${ended === 1 ? "stays" : "stay"} paused, because the end date has passed.`,
  ]
    .filter(Boolean)
    .join(" ");

type Calls = CallsOf<typeof bulkPriceFunction>["bulkPrice"];

/** A page of scheduled prices for an address. */
export async function readBulkPricePage(url: URL, calls: Calls) {
  const state = readListState(url, pricesList);
  const { search, sort, direction, cursor } = state;
  const priceState = PRICE_STATES.find((one) => one === url.searchParams.get("state"));
  const starts = url.searchParams.get("starts") === "today" ? ("today" as const) : undefined;
  return {
    list: pricesList.declaration,
    state,
    priceState,
    starts,
    result: await calls.page({ search, state: priceState, starts, sort, direction, last_id: cursor }),
  };
}

/** A value of an address that is one of those that are offered. */
const oneOf = <T extends string>(offered: readonly T[], value: string | null, byDefault: T): T =>
  offered.find((one) => one === value) ?? byDefault;

export type WorkbenchPageData = Awaited<ReturnType<typeof readWorkbench>>;

/** The price workbench for an address: a rule that isn't valid shows why at its field, and sets no prices. */
export async function readWorkbench(
  url: URL,
  calls: CallsOf<typeof bulkPriceFunction>["priceWorkbench"],
  currency: string,
) {
  const parameters = url.searchParams;
  const state = readListState(url, workbenchList);
  const filter = workbenchList.filterIn(parameters);
  const text: RuleText = {
    kind: oneOf(RULE_KINDS, parameters.get("kind"), "lower-percent"),
    by: (parameters.get("by") ?? "").slice(0, 20),
    ending: oneOf(ENDINGS, parameters.get("ending"), "none"),
    compareAt: oneOf(COMPARE_ATS, parameters.get("compareAt"), "keep"),
  };
  const { rule, problem } = readRule(text, currency);
  const { search, sort, direction, cursor } = state;
  return {
    list: workbenchList.declaration,
    state,
    filter,
    rule: { text, problem, isComplete: rule !== null },
    result: await calls.page({
      ...filter,
      ...text,
      by: problem ? "" : text.by,
      search,
      sort,
      direction,
      last_id: cursor,
    }),
  };
}

/** What is due in the month, or on the day, that an address names. */
export async function readPriceCalendarPage(url: URL, calls: Calls) {
  const named = (parameter: "month" | "day") => url.searchParams.get(parameter) ?? undefined;
  return { calendar: await calls.calendar({ month: named("month"), day: named("day") }) };
}

import type { Texts } from "~/core/answer-call.server";
import type { CallsOf, ContractsOf } from "~/core/function-entry";
import type { orderReturnsFunction } from "./function";
import { MAX_SEARCH_LENGTH } from "./return-rules";

/** What is left to do stays on the page until it is dismissed. */
const done = ({ msg, is_complete }: { msg: string; is_complete: boolean }) => ({
  level: is_complete ? ("success" as const) : ("warning" as const),
  text: msg,
  accepted: true as const,
});

/** The notice of a creation that failed is shown when its dialog is closed. */
const CREATION = { title: "Create Return" };

/** The calls that the page posts, and what it says after them. */
export const returnTexts: Texts<ContractsOf<typeof orderReturnsFunction>> = {
  "orderReturns.create": {
    say: ({ success, msg, reason }) =>
      success
        ? `${msg} Its label is in the list.`
        : { level: "critical", ...CREATION, text: reason ? `${msg}. ${reason}` : msg },
    failure: { notice: CREATION },
  },
  "orderReturns.process": done,
  "orderReturns.cancel": done,
  "orderReturns.emailLabel": ({ msg }) => msg,
  "orderReturns.saveRule": () =>
    "The restock rule is saved. It applies to receipts that are opened from now on.",
  "orderReturns.dismiss": ({ msg }) => msg,
};

/** Names have no digits, and addresses have an at sign. Spaces aren't in the name of an order. */
const isOrderName = (value: string): boolean => /\d/.test(value) && !/[\s@]/.test(value);

/** The order that an address names, the orders of customers that it fits, or the open returns. */
export async function readReturnsPage(url: URL, calls: CallsOf<typeof orderReturnsFunction>["orderReturns"]) {
  const parameter = url.searchParams.get("value") ?? "";
  const value = parameter.trim().slice(0, MAX_SEARCH_LENGTH);
  const nothing = { value, order: null, found: null, problem: null, open: null };
  if (!value) {
    const isDelivered = url.searchParams.get("delivered") === "1";
    const open = await calls.open({ delivered: isDelivered ? "1" : undefined });
    return { ...nothing, open: { ...open, isDelivered } };
  }
  if (isOrderName(value)) {
    const { data, msg } = await calls.search({ value });
    const shownValue = data?.orderDetails.name ?? (value.startsWith("gid:") ? "" : value);
    if (data || value.startsWith("gid:"))
      return { ...nothing, value: shownValue, order: data, problem: msg ?? null };
    const { rows } = await calls.find({ value });
    return rows.length > 0
      ? { ...nothing, found: rows, problem: null }
      : { ...nothing, problem: msg ?? null };
  }
  const { rows, msg } = await calls.find({ value });
  return { ...nothing, found: rows, problem: msg };
}

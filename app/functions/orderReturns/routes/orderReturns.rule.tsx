import { pageLoader } from "~/core/authorize.server";
import { orProblem } from "~/platform/contract/answer";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { orderReturnsFunction } from "../function";

/** The restock rule with what can be chosen, for its dialog. */
export const loader = pageLoader(orderReturnsFunction, async ({ calls }) =>
  orProblem(calls.orderReturns.rule().then((rule) => ({ rule }))),
);

export const shouldRevalidate = refreshUnlessOffline;

import { pageLoader } from "~/core/authorize.server";
import { orProblem } from "~/platform/contract/answer";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { orderReturnsFunction } from "../function";

/** A return whose items arrived, with what would be refunded, for the dialog. Or why it can't be received. */
export const loader = pageLoader(orderReturnsFunction, async ({ calls }, args) => {
  const parameters = new URL(args.request.url).searchParams;
  const missing = parameters.get("missing") ?? "";
  const receipt = calls.orderReturns.receipt({ return_id: parameters.get("return") ?? "", missing });
  return orProblem(receipt.then((found) => ({ receipt: { ...found, missing } })));
});

export const shouldRevalidate = refreshUnlessOffline;

import { pageLoader } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { creditsFunction } from "../function";

/** The customers of a request, for its approver. */
export const loader = pageLoader(creditsFunction, ({ calls }, args) =>
  calls.credits.approvalCustomers({ id: args.params.id ?? "" }),
);

export const shouldRevalidate = refreshUnlessOffline;

import type { LoaderFunctionArgs } from "@remix-run/node";
import { authorize } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { creditsFunction } from "../function";

/** The customers of a request, for its approver. */
export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, creditsFunction, ({ calls }) =>
    calls.credits.approvalCustomers({ id: args.params.id ?? "" }),
  );

export const shouldRevalidate = refreshUnlessOffline;

import type { HeadersFunction } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { pageLoader } from "~/core/authorize.server";
import { customerPages } from "~/domain/customers/pages";
import { orProblem } from "~/platform/contract/answer";

/** One customer for the edit dialog, whichever screen opens it. The call checks the flag that this customer needs. */
export const loader = pageLoader(customerPages, ({ calls }, args) =>
  orProblem(calls.customers.detail({ id: args.params.id ?? "" })),
);

// An open dialog keeps the values that it began with.
export const shouldRevalidate = () => false;

export const headers: HeadersFunction = (args) => boundary.headers(args);

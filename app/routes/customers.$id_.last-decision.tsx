import type { HeadersFunction } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { pageLoader } from "~/core/authorize.server";
import { registrationPages } from "~/domain/registrations/calls-of-pages";
import { orProblem } from "~/platform/contract/answer";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";

/** The last decision on a person, for the history that a screen shows. */
export const loader = pageLoader(registrationPages, ({ calls }, args) =>
  orProblem(calls.customers.lastDecision({ id: args.params.id ?? "" })),
);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

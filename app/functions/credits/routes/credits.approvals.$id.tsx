import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";

/** Whom a request is about, for whoever is to approve it. */
export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showCredits", ({ backend }) =>
    backend.credits.approvalCustomers({ id: args.params.id ?? "" }),
  );

export const headers: HeadersFunction = (args) => boundary.headers(args);

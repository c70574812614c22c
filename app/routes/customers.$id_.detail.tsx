import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { customerPages } from "~/domain/customers/pages";
import { refusalIn } from "~/platform/contract/answer";

/**
 * One customer for the edit dialog, whichever screen opens it; the call checks the flag that this customer needs. A refusal is
 * data like any other response, so that the dialog shows it and the list stays.
 */
export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, customerPages, async ({ calls }) => {
    try {
      return await calls.customers.detail({ id: args.params.id ?? "" });
    } catch (error) {
      const refusal = refusalIn(error);
      if (!refusal) throw error;
      return { problem: refusal.message };
    }
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);

import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { CUSTOMER_FLAGS } from "~/domain/customers/kinds";
import { asStaff } from "~/door.server";
import { refusalIn } from "~/platform/contract/answer";

/**
 * One customer for the edit dialog, whichever screen opens it; the call checks the flag that this customer needs. A refusal is
 * an answer like any other, so that the dialog says it and the list stays.
 */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  asStaff({ request }, CUSTOMER_FLAGS, async ({ backend }) => {
    try {
      return await backend.customers.detail({ id: params.id ?? "" });
    } catch (error) {
      const refusal = refusalIn(error);
      if (!refusal) throw error;
      return { problem: refusal.message };
    }
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);

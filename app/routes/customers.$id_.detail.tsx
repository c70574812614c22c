import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { CUSTOMER_FLAGS } from "~/domain/customers/kinds";
import { asStaff } from "~/door.server";

/** One customer for the edit dialog, whichever screen opens it; the call checks the flag that this customer needs. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  asStaff({ request }, CUSTOMER_FLAGS, ({ backend }) => backend.customers.detail({ id: params.id ?? "" }));

export const headers: HeadersFunction = (args) => boundary.headers(args);

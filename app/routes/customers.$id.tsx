import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { REGISTRATIONS } from "~/domain/registrations/status";
import { asStaff } from "~/door.server";

const flags = Object.values(REGISTRATIONS).map(({ flag }) => flag);

/** One customer for the edit dialog, whichever screen opens it; the call checks the flag that this customer needs. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  asStaff({ request }, flags, ({ backend }) => backend.customers.detail({ id: params.id ?? "" }));

export const headers: HeadersFunction = (args) => boundary.headers(args);

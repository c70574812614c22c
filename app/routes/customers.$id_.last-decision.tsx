import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { REGISTRATIONS } from "~/domain/registrations/status";
import { asStaff } from "~/door.server";

const flags = Object.values(REGISTRATIONS).map(({ flag }) => flag);

/** The last decision on a person, for the history that a screen shows. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  asStaff({ request }, flags, ({ backend }) => backend.customers.lastDecision({ id: params.id ?? "" }));

export const headers: HeadersFunction = (args) => boundary.headers(args);

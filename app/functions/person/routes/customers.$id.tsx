import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { CUSTOMER_FLAGS } from "~/domain/customers/kinds";
import { asStaff } from "~/door.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { readPersonCard } from "../card.server";
import { PersonPage } from "../ui/PersonPage";

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  asStaff({ request }, CUSTOMER_FLAGS, ({ backend, administrator }) =>
    readPersonCard(backend, administrator, params.id ?? ""),
  );

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The person card: everything that this console knows about a customer. */
export default function Person() {
  return <PersonPage {...useLoaderData<typeof loader>()} />;
}

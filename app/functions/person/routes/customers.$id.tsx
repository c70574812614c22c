import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { readPersonCard } from "../card.server";
import { personPages } from "../pages";
import { PersonPage } from "../ui/PersonPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, personPages, ({ calls, administrator, declarations }) =>
    readPersonCard(
      calls,
      {
        administrator,
        functions: declarations.functions,
        search: new URL(args.request.url).searchParams,
      },
      args.params.id ?? "",
    ),
  );

export const shouldRevalidate = refreshUnlessOffline;

export const meta: MetaFunction = () => [{ title: "Customer" }];

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The customer card: everything in Backroom about a customer. */
export default function Person() {
  return <PersonPage {...useLoaderData<typeof loader>()} />;
}

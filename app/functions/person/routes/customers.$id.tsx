import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageLoader } from "~/core/authorize.server";
import { readPersonCard } from "../card.server";
import { personPages } from "../pages";
import { PersonPage } from "../ui/PersonPage";

export { shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(personPages, ({ calls, administrator, declarations }, args) =>
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

export const meta: MetaFunction = () => [{ title: "Customer" }];

/** The customer card: everything in Backroom about a customer. */
export default function Person() {
  return <PersonPage {...useLoaderData<typeof loader>()} />;
}

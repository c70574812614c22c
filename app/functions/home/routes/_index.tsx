import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { InlineGrid, Page } from "@shopify/polaris";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { definePages } from "~/core/function-entry";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { readFigures } from "../figures.server";
import { FunctionCard } from "../ui/FunctionCard";
import { NothingToOpen } from "../ui/NothingToOpen";

const homePages = definePages("signed-in");

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, homePages, async (staff) => {
    const functions = staff.functions.filter(({ group }) => group === "function");
    const figures = await readFigures(staff.calls, functions, staff.declarations);
    return { functions, figures, now: new Date().toISOString() };
  });

export const meta: MetaFunction = () => [{ title: "Home" }];

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The functions that the administrator may open, as cards. */
export default function Home() {
  const { functions, figures, now } = useLoaderData<typeof loader>();
  // New grants make the live connection reconnect, which refreshes the page.
  useListRefresh("home");
  return (
    <Page title="Home">
      {functions.length === 0 && <NothingToOpen />}
      <InlineGrid columns={{ xs: 1, sm: 2, lg: 3 }} gap="400">
        {functions.map((entry) => (
          <FunctionCard key={entry.name} entry={entry} figure={figures[entry.name]} now={now} />
        ))}
      </InlineGrid>
    </Page>
  );
}

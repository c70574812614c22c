import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Banner, BlockStack, InlineGrid, Page } from "@shopify/polaris";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { definePages } from "~/core/function-entry";
import type { safeguardCalls } from "~/core/safeguards/calls.server";
import { SAFEGUARDS_PATH } from "~/core/safeguards/safeguards-path";
import { hasEnded } from "~/platform/jobs/states";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { readFigures } from "../figures.server";
import { FunctionCard } from "../ui/FunctionCard";
import { NothingToOpen } from "../ui/NothingToOpen";
import { type JobsCall, RunningJobs } from "../ui/RunningJobs";

const homePages = definePages<{ jobs: { list: JobsCall }; safeguards: typeof safeguardCalls }>("signed-in");

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, homePages, async (staff) => {
    const functions = staff.functions.filter(({ group }) => group === "function");
    const [figures, { rows: jobs }, { list: waitingLimits }] = await Promise.all([
      readFigures(staff.calls, functions, staff.declarations),
      staff.calls.jobs.list({}),
      staff.calls.safeguards.list(),
    ]);
    const running = jobs.filter(({ state }) => !hasEnded(state));
    return {
      functions,
      figures,
      running,
      waitingLimits: waitingLimits.length,
      now: new Date().toISOString(),
    };
  });

export const meta: MetaFunction = () => [{ title: "Home" }];

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The functions that the administrator may open, as cards. */
export default function Home() {
  const { functions, figures, running, waitingLimits, now } = useLoaderData<typeof loader>();
  // New grants make the live connection reconnect, which refreshes the page.
  useListRefresh("home", "safeguards");
  return (
    <Page title="Home">
      {functions.length === 0 && <NothingToOpen />}
      <BlockStack gap="400">
        {waitingLimits > 0 && (
          <Banner tone="warning" action={{ content: "Review", url: SAFEGUARDS_PATH }}>
            {waitingLimits === 1
              ? "A limit waits to be loosened."
              : `${waitingLimits} limits wait to be loosened.`}
          </Banner>
        )}
        <RunningJobs jobs={running} />
        <InlineGrid columns={{ xs: 1, sm: 2, lg: 3 }} gap="400">
          {functions.map((entry) => (
            <FunctionCard key={entry.name} entry={entry} figure={figures[entry.name]} now={now} />
          ))}
        </InlineGrid>
      </BlockStack>
    </Page>
  );
}

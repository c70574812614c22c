import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { SyncPage } from "~/core/syncs/ui/SyncPage";
import { NotConfigured, needsOfChanges } from "~/domain/search/ui/needs-of-changes";
import { algoliaCall, algoliaFunction } from "../function";
import { type AlgoliaPageData, algoliaTexts, readAlgoliaPage } from "../page.server";
import { RUN_TITLE, SECTION } from "../section";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, algoliaFunction, ({ calls }) => readAlgoliaPage(args.request.url, calls.algolia));

export const action = (args: ActionFunctionArgs) => answerCalls(args, algoliaFunction, algoliaTexts);

/** The Algolia Sync screen. */
export default function Algolia() {
  return <AlgoliaPage {...useLoaderData<typeof loader>()} />;
}

const LOG_HEIGHT_PX = 400;

/** The page Algolia Sync: starts a sync, and shows its progress, the earlier ones and their logs. */
function AlgoliaPage({ configured, changes, ...data }: AlgoliaPageData) {
  return (
    <SyncPage
      {...data}
      title="Algolia Sync"
      runTitle={RUN_TITLE}
      section={SECTION}
      logHeight={LOG_HEIGHT_PX}
      start={algoliaCall("algolia.sync", {})}
      needs={configured && changes ? needsOfChanges("Algolia", changes) : undefined}
      blocked={configured ? undefined : <NotConfigured system="Algolia" />}
    />
  );
}

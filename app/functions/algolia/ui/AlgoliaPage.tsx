import { RunsPage } from "~/core/runs/ui/RunsPage";
import { NotConfigured, needsOfChanges } from "~/domain/search/ui/needs-of-changes";
import { algoliaCall } from "../function";
import type { AlgoliaPageData } from "../page.server";
import { RUN_TITLE, SECTION } from "../section";

const LOG_HEIGHT_PX = 400;

/** The page Algolia Sync: starts a sync, and shows its progress, the earlier ones and their logs. */
export function AlgoliaPage({ configured, changes, ...data }: AlgoliaPageData) {
  return (
    <RunsPage
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

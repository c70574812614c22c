import { useId } from "react";
import type { RunsPageData } from "~/core/runs/read-runs-page.server";
import { RunsPage } from "~/core/runs/ui/RunsPage";
import { MESSAGE_SECONDS } from "../messages";
import { SECTION } from "../sync/section";
import { type MediaTab, TAB_LABELS } from "../tabs";
import { MediaTabs } from "./MediaTabs";

/** The tab Sync: starts a sync with Salsify, and shows its progress, the earlier ones and their logs. */
export function SyncTabPage({ tabs, ...data }: RunsPageData & { tabs: MediaTab[] }) {
  const panelId = useId();
  return (
    <RunsPage
      {...data}
      title="Product Media"
      runTitle="Sync product media from Salsify"
      section={SECTION}
      tabs={{
        bar: <MediaTabs tabs={tabs} selected="sync" panelId={panelId} />,
        panelId,
        label: TAB_LABELS.sync,
      }}
      address={{ tab: "sync" }}
      hasRetry
      outcomeSeconds={MESSAGE_SECONDS}
    />
  );
}

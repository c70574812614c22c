import { useId } from "react";
import type { SyncPageData } from "~/core/syncs/read-sync-page.server";
import { SyncPage } from "~/core/syncs/ui/SyncPage";
import { mediaCall } from "../function";
import { MESSAGE_SECONDS, type MediaTab, SECTION, TAB_LABELS } from "../media-list";
import type { ProductMediaPageData } from "../page.server";
import { MediaTabPage, MediaTabs } from "./MediaTabPage";

/** The screen Product Media: a product's media list, or the syncs with Salsify. */
export function ProductMediaPage(props: ProductMediaPageData) {
  return props.tab === "media" ? <MediaTabPage {...props} /> : <SyncTabPage {...props} />;
}

/** The tab Sync: starts a sync with Salsify, and shows its progress, the earlier ones and their logs. */
function SyncTabPage({ tabs, ...data }: SyncPageData & { tabs: MediaTab[] }) {
  const panelId = useId();
  return (
    <SyncPage
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
      start={mediaCall("productMedia.sync", {})}
      retry={(f) => mediaCall("productMedia.retry", { f })}
      outcomeSeconds={MESSAGE_SECONDS}
    />
  );
}

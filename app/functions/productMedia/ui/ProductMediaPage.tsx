import { useId } from "react";
import { SyncPage } from "~/core/syncs/ui/SyncPage";
import { mediaCall } from "../function";
import { MESSAGE_SECONDS, SECTION, TAB_LABELS } from "../media-list";
import type { ProductMediaPageData } from "../page.server";
import { MediaProductsPage } from "./MediaProductsPage";
import { MediaTabPage, MediaTabs } from "./MediaTabPage";
import { MissingTextsPage } from "./MissingTextsPage";

/** The screen Product Media: the products, a product's media list, the texts of many products, or the syncs with Salsify. */
export function ProductMediaPage(props: ProductMediaPageData) {
  if (props.tab === "sync") return <SyncTabPage {...props} />;
  const { products, tabs } = props;
  if (!products) return <MediaTabPage {...props} />;
  return products.missing ? (
    <MissingTextsPage {...products} missing={products.missing} />
  ) : (
    <MediaProductsPage {...products} tabs={tabs} />
  );
}

/** The tab Sync: starts a sync with Salsify, and shows its progress, the earlier ones and their logs. */
function SyncTabPage({ tabs, configured, ...data }: Extract<ProductMediaPageData, { tab: "sync" }>) {
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
      notSetUp={configured ? undefined : "Salsify"}
      start={mediaCall("productMedia.sync", {})}
      retry={(f) => mediaCall("productMedia.retry", { f })}
      outcomeSeconds={MESSAGE_SECONDS}
    />
  );
}

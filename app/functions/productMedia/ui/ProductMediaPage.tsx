import type { ProductMediaPageData } from "../page-data.server";
import { MediaTabPage } from "./MediaTabPage";
import { SyncTabPage } from "./SyncTabPage";

/** The screen Product Media: a product's media list, or the syncs with Salsify. */
export function ProductMediaPage(props: ProductMediaPageData) {
  return props.tab === "media" ? <MediaTabPage {...props} /> : <SyncTabPage {...props} />;
}

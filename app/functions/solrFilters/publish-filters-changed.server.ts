import { publishChange } from "~/platform/realtime/publish.server";
import { FILTERS_LIST } from "./settings";

/** Open pages load their filters again. Call it after the commit. */
export const publishFiltersChanged = (shop: string): void =>
  publishChange(shop, "showSolrFilters", { list: FILTERS_LIST });

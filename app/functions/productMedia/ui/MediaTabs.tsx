import { firstPage } from "~/ui/list/address";
import { ListTabs } from "~/ui/list/ListTabs";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { type MediaTab, TAB_LABELS } from "../media-list";

export interface MediaTabsProps {
  /** Those that the administrator may open. */
  tabs: readonly MediaTab[];
  selected: MediaTab;
  panelId: string;
}

/** The tabs of the screen. */
export function MediaTabs({ tabs, selected, panelId }: MediaTabsProps) {
  const search = usePendingSearch();
  return (
    <ListTabs
      tabs={tabs.map((id) => ({ id, label: TAB_LABELS[id] }))}
      selected={selected}
      panelId={panelId}
      hrefOf={({ id }) => firstPage(search, { tab: id, q: null, log: null })}
    />
  );
}

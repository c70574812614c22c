import { CODES_LIST } from "~/domain/codes/codes-list";
import type { ListResult, ListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { LongText } from "~/ui/LongText";
import { Moment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import type { CodeHistoryEntry } from "../contract";
import { historyList } from "../list";
import { TITLE } from "../messages";
import { TABS } from "./tabs";

/** What each letter of a history entry means. */
const ACTIONS: Record<CodeHistoryEntry["action"], string> = {
  C: "Create",
  R: "Read",
  U: "Update",
  D: "Delete",
};

/** The tab History: what staff changed on codes. */
export function HistoryPage({ state, result }: { state: ListState; result: ListResult<CodeHistoryEntry> }) {
  useListRefresh(CODES_LIST);
  return (
    <ListPage<CodeHistoryEntry>
      title={TITLE}
      plural="changes"
      list={historyList}
      state={state}
      result={result}
      appliesAtOnce
      tabs={TABS}
      selectedTab="history"
      rowLabel={({ changes }) => changes}
      cells={{
        action: ({ action, by }) => `${ACTIONS[action]} (${by})`,
        changes: ({ changes }) => <LongText text={changes} />,
        createdDate: ({ createdDate }) => <Moment at={createdDate} />,
      }}
      emptyHint="Changes are listed here when staff create or change a registration code."
    />
  );
}

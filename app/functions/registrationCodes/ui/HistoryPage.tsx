import { Banner } from "@shopify/polaris";
import { codesList } from "~/domain/codes/codes-list";
import type { ListResult, ListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { LongText } from "~/ui/LongText";
import { Moment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { historyList, NOT_READ, TITLE } from "../messages";
import type { CodeHistoryEntry } from "../schemas";
import { TABS } from "./CodesPage";

/** What each letter of a history entry means. */
const ACTIONS: Record<CodeHistoryEntry["action"], string> = {
  C: "Create",
  R: "Read",
  U: "Update",
  D: "Delete",
};

interface HistoryPageProps {
  state: ListState;
  result: ListResult<CodeHistoryEntry>;
  /** Why the history couldn't be read. */
  problem: string | null;
}

/** The tab History: what staff changed on codes. */
export function HistoryPage({ state, result, problem }: HistoryPageProps) {
  useListRefresh(codesList.name);
  return (
    <ListPage
      title={TITLE}
      backAction={{ content: "Home", url: "/" }}
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
      emptyHeading={problem ? NOT_READ.heading : undefined}
      emptyHint={
        problem ? NOT_READ.hint : "Changes are listed here when staff create or change a registration code."
      }
    >
      {problem && <Banner tone="critical">{problem}</Banner>}
    </ListPage>
  );
}

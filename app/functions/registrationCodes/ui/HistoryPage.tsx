import { Banner, Box, Button, Popover } from "@shopify/polaris";
import { useState } from "react";
import { CODES_LIST } from "~/domain/codes/code-tags";
import type { ListResult, ListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import type { CodeHistoryEntry, historyList } from "../list.server";
import { NOT_READ, TITLE } from "../messages";
import { TABS } from "./CodesPage";

/** What each letter of a history entry means. */
const ACTIONS: Record<CodeHistoryEntry["action"], string> = {
  C: "Create",
  R: "Read",
  U: "Update",
  D: "Delete",
};

interface HistoryPageProps {
  list: (typeof historyList)["declaration"];
  state: ListState;
  result: ListResult<CodeHistoryEntry>;
  /** Why the history couldn't be read. */
  problem: string | null;
}

/** The tab History: what staff changed on codes. */
export function HistoryPage({ list, state, result, problem }: HistoryPageProps) {
  useListRefresh(CODES_LIST);
  return (
    <ListPage
      title={TITLE}
      backAction={{ content: "Home", url: "/" }}
      plural="changes"
      list={list}
      state={state}
      result={result}
      appliesAtOnce
      tabs={TABS}
      selectedTab="history"
      rowLabel={({ changes }) => changes}
      cells={{
        action: ({ action, by }) => `${ACTIONS[action]} (${by})`,
        changes: ({ changes }) => <LongText text={changes} />,
      }}
      emptyHeading={problem ? NOT_READ.heading : undefined}
      emptyHint={
        problem ? NOT_READ.hint : "Changes are listed here when staff create or change a registration code."
      }
      emptyAction={{ content: "Registration codes", url: "/registrationCodes?tab=list" }}
    >
      {problem && <Banner tone="critical">{problem}</Banner>}
    </ListPage>
  );
}

/** The number of characters in two lines on a phone. */
const SHOWN = 110;

/** A person's text in a list. A long text is cut, with a button that shows all of it over the rows. */
export function LongText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  if (text.length <= SHOWN) return <>{text}</>;
  return (
    <>
      {beginningOf(text)}{" "}
      <Popover
        active={isOpen}
        onClose={() => setOpen(false)}
        activatorWrapper="span"
        activator={
          <Button variant="plain" size="micro" onClick={() => setOpen(!isOpen)}>
            Show all
          </Button>
        }
      >
        <Box padding="300" maxWidth="480px">
          {text}
        </Box>
      </Popover>
    </>
  );
}

/** As many whole words as fit, where there are any. */
const beginningOf = (text: string): string => {
  const cut = text.slice(0, SHOWN - 20);
  return `${cut.replace(/\s+\S*$/, "")}…`;
};

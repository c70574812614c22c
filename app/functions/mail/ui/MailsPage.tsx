import { useNavigate } from "@remix-run/react";
import type { ListResult, ListState } from "~/platform/list";
import type { ActionAnswer } from "~/platform/notice";
import { ListPage } from "~/ui/ListPage";
import type { SavedView } from "~/ui/list/types";
import { useClearWhenAccepted } from "~/ui/list/useClearWhenAccepted";
import { useFetcher } from "~/ui/useFetcher";
import type { MailRow } from "../contract";
import { mailList } from "../list";
import { MAIL_TABS, type MailTab, TAB_LABELS } from "../states";
import { mailCells } from "./mail-cells";

interface MailsPageProps {
  state: ListState;
  tab: MailTab;
  result: ListResult<MailRow>;
  views: SavedView[];
}

/** The list of emails by state. Those that weren't delivered can be sent again in bulk. */
export function MailsPage({ state, tab, result, views }: MailsPageProps) {
  const navigate = useNavigate();
  const { submit, data, state: sending } = useFetcher<ActionAnswer>();
  const clearLater = useClearWhenAccepted(data);

  return (
    <ListPage
      title="Mail"
      list={mailList}
      state={state}
      result={result}
      plural="emails"
      appliesAtOnce
      tabs={MAIL_TABS.map((id) => ({ id, label: TAB_LABELS[id] }))}
      selectedTab={tab}
      rowLabel={(mail) => `${mail.subject}, to ${mail.to.email}`}
      cells={mailCells}
      onOpen={(mail) => navigate(`/mail/${mail.id}`)}
      bulkActions={[
        {
          label: "Send again",
          loading: sending !== "idle",
          onAction: (rows, clear) => {
            clearLater(clear);
            submit(
              { intent: "sendAgain", ids: JSON.stringify(rows.map(({ id }) => id)) },
              { method: "post" },
            );
          },
        },
      ]}
      views={views}
      emptyHint={
        state.search ? "No email on this tab matches. Clear the search to see all." : EMPTY_HINTS[tab]
      }
    />
  );
}

const EMPTY_HINTS: Record<MailTab, string> = {
  all: "Emails that Backroom sends appear here. The owner edits their texts under Settings, Mail.",
  waiting: "No emails are waiting.",
  sent: "Emails that the mail server accepted appear here.",
  bounced: "Emails that bounced appear here.",
  failed: "Emails that failed for another reason appear here.",
};

import { useNavigate } from "@remix-run/react";
import { Badge, Text } from "@shopify/polaris";
import type { ListResult, ListState } from "~/platform/list";
import { EmailText } from "~/ui/EmailText";
import { useFrame } from "~/ui/frame";
import { ListPage } from "~/ui/ListPage";
import { RowLink } from "~/ui/list/RowLink";
import { type Cells, daysFilter, type SavedView, type TabHits, tabsOf } from "~/ui/list/types";
import { useClearWhenAccepted } from "~/ui/list/useClearWhenAccepted";
import { useCall } from "~/ui/useCall";
import { mailCall } from "../function";
import { MAIL_TABS, type MailTab, STATE_BADGES, TAB_LABELS } from "../list";
import type { MailRow, mailList } from "../list.server";

interface MailsPageProps {
  list: typeof mailList.declaration;
  state: ListState;
  tab: MailTab;
  /** Only emails of the last days. */
  days?: number;
  result: ListResult<MailRow>;
  hits?: TabHits<MailTab>;
  views: SavedView[];
}

/** The list of emails by state. Those that weren't delivered can be sent again in bulk. */
export function MailsPage({ list, state, tab, days, result, hits, views }: MailsPageProps) {
  const navigate = useNavigate();
  const { isOwner } = useFrame().administrator;
  const sending = useCall();
  const clearLater = useClearWhenAccepted(sending.answer);

  return (
    <ListPage
      title="Mail"
      list={list}
      state={state}
      result={result}
      plural="emails"
      appliesAtOnce
      tabs={tabsOf(MAIL_TABS, TAB_LABELS, { hits })}
      selectedTab={tab}
      filters={daysFilter("When", days)}
      rowLabel={(mail) => `${mail.subject}, to ${mail.to.email}`}
      cells={mailCells}
      onOpen={(mail) => navigate(`/mail/${mail.id}`)}
      bulkActions={[
        {
          label: "Send again",
          loading: sending.isBusy,
          onAction: (rows, clear) => {
            clearLater(clear);
            sending.run(mailCall("mail.sendAgain", { ids: rows.map(({ id }) => id) }));
          },
        },
      ]}
      views={views}
      emptyHint={
        state.search || days
          ? "No email on this tab matches. Clear the search and the filter to see all."
          : EMPTY_HINTS[tab]
      }
      emptyAction={tab === "all" ? (isOwner ? TEXTS : undefined) : ALL_MAILS}
    />
  );
}

const TEXTS = { content: "Edit the texts", url: "/settings/mail" };
const ALL_MAILS = { content: "All emails", url: "/mail?tab=all" };

const EMPTY_HINTS: Record<MailTab, string> = {
  all: "Emails that Backroom sends appear here. The owner edits their texts under Settings, Mail.",
  waiting: "No emails are waiting.",
  sent: "Emails that the mail server accepted appear here.",
  bounced: "Emails that bounced appear here.",
  failed: "Emails that failed for another reason appear here.",
};

/** A row of the list of emails. */
const mailCells = {
  to: ({ to: { name, email } }) =>
    name ? (
      <>
        <div>{name}</div>
        <Text as="span" tone="subdued" fontWeight="regular">
          <EmailText email={email} />
        </Text>
      </>
    ) : (
      <EmailText email={email} />
    ),
  subject: (mail) => <RowLink to={`/mail/${mail.id}`}>{mail.subject}</RowLink>,
  state: (mail) => <MailStateBadge state={mail.state} />,
  problem: (mail) => mail.problem,
} satisfies Cells<MailRow>;

/** An email's state. */
export function MailStateBadge({ state }: Pick<MailRow, "state">) {
  const { label, tone } = STATE_BADGES[state];
  return <Badge tone={tone}>{label}</Badge>;
}

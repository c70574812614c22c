import { useFetchers, useSubmit } from "@remix-run/react";
import { Badge, Button, ProgressBar, Text } from "@shopify/polaris";
import { useRef } from "react";
import type { ListResult, ListState } from "~/platform/list";
import { EmailText } from "~/ui/EmailText";
import { wasOffline } from "~/ui/keep-when-offline";
import { ListPage } from "~/ui/ListPage";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import { useActionAnswers } from "~/ui/notices/useActionAnswers";
import { wholePercent } from "~/ui/numbers";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import type { Guest } from "../check-in/contract";
import { CHECK_IN_TAB_LABELS, CHECK_IN_TABS, type CheckInTab, checkInList } from "../check-in/list";
import type { EventRow } from "../contract";
import { inviteesList } from "../invites/list";
import { CheckInExport } from "./CheckInExport";

interface CheckInPageProps {
  event: EventRow;
  tab: CheckInTab;
  state: ListState;
  result: ListResult<Guest>;
}

const CELLS = {
  name: (row) => row.name,
  email: (row) => <EmailText email={row.email} />,
  checkedIn: (row) =>
    row.checkedInAt ? (
      <>
        <Badge tone="success">Checked in</Badge> <Moment at={row.checkedInAt} time /> by {row.checkedInBy}
      </>
    ) : (
      !row.isRegistered && <Badge tone="attention">Not registered</Badge>
    ),
} satisfies Cells<Guest>;

const FETCHER_PREFIX = "check-in:";

/** An event's check-in list: who registered, and who came. Several people can use it at the same time, and each sees the others' changes. */
export function CheckInPage({ event, tab, state, result }: CheckInPageProps) {
  const submit = useSubmit();
  const fetchers = useFetchers();
  useListRefresh(inviteesList.name);
  // The guests whose last request got no answer: it may have been done.
  const unanswered = useRef(new Set<string>());
  useActionAnswers((answer, { fetcherKey = "" }) => {
    if (!fetcherKey.startsWith(FETCHER_PREFIX)) return;
    const id = fetcherKey.slice(FETCHER_PREFIX.length);
    if (wasOffline(answer)) unanswered.current.add(id);
    else unanswered.current.delete(id);
  });
  const isMoving = ({ id }: Guest) =>
    fetchers.some(({ key, state }) => key === `${FETCHER_PREFIX}${id}` && state !== "idle");
  // A fetcher per guest: the next guest's would end the wait for this one's answer, which may be a refusal.
  const ask = (intent: "checkIn" | "undo", { id }: Guest) =>
    submit(
      { intent, invitationId: id, ...(unanswered.current.has(id) && { isRetry: "on" }) },
      { method: "post", navigate: false, fetcherKey: `${FETCHER_PREFIX}${id}` },
    );
  const toggle = (row: Guest) => {
    // The same key again before the answer would be the same request.
    if (!isMoving(row)) ask(row.checkedInAt ? "undo" : "checkIn", row);
  };
  const counts: Record<CheckInTab, number> = {
    registered: event.registered,
    came: event.checkedIn,
    invited: event.invited - event.registered,
  };
  const came = `${event.checkedIn.toLocaleString("en-US")} checked in, ${event.registered.toLocaleString("en-US")} registered`;
  return (
    <ListPage
      title={`Check-in: ${event.name}`}
      plural="guests"
      list={checkInList}
      state={state}
      result={result}
      appliesAtOnce
      rowLabel={(row) => row.name}
      cells={CELLS}
      tabs={CHECK_IN_TABS.map((id) => ({ id, label: CHECK_IN_TAB_LABELS[id], count: counts[id] }))}
      selectedTab={tab}
      backAction={{ content: "Events", url: "/events" }}
      rowActions={(row) => (
        <Button
          size="slim"
          variant={row.checkedInAt ? "tertiary" : "primary"}
          disabled={event.isDeleted}
          loading={isMoving(row)}
          accessibilityLabel={`${row.checkedInAt ? "Undo the check-in of" : "Check in"} ${row.name}`}
          onClick={() => toggle(row)}
        >
          {row.checkedInAt ? "Undo" : "Check in"}
        </Button>
      )}
      rowKeys={event.isDeleted ? [] : [{ key: "c", label: "Check in, or undo it, for", onPress: toggle }]}
      pageActions={<CheckInExport event={event} />}
      emptyHint={state.search ? "No name or address on this tab contains this." : EMPTY_HINTS[tab]}
    >
      <Text as="p" fontWeight="semibold" id="checked-in-count">
        {came}
      </Text>
      <ProgressBar
        size="small"
        progress={event.registered === 0 ? 0 : wholePercent(Math.min(1, event.checkedIn / event.registered))}
        ariaLabelledBy="checked-in-count"
      />
    </ListPage>
  );
}

const EMPTY_HINTS: Record<CheckInTab, string> = {
  registered: "People appear here when they register with the link in their invitation.",
  came: "No one has been checked in yet.",
  invited: "All invited people have registered.",
};

import { useFetchers, useSubmit } from "@remix-run/react";
import { Badge, Banner, Button, ProgressBar, Text } from "@shopify/polaris";
import { Suspense, useRef, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { GuestState } from "~/domain/events/guests/guest-state";
import { AUDIENCES } from "~/domain/invitations/audiences";
import { createdOn, formatInputDateTime } from "~/platform/dates/instant";
import type { ListDeclaration, ListResult, ListState } from "~/platform/list";
import { fileTimestamp, slug, XLSX } from "~/platform/sheets/spreadsheet";
import { useTimeZone } from "~/ui/frame";
import { wasOffline } from "~/ui/keep-when-offline";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { RowActions } from "~/ui/list/RowActions";
import { type Cells, type TabHits, tabsOf } from "~/ui/list/types";
import { loadWorkbook } from "~/ui/load-script";
import { Moment } from "~/ui/Moment";
import { useActionAnswers } from "~/ui/notices/useActionAnswers";
import { wholePercent } from "~/ui/numbers";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { saveFile } from "~/ui/save-file";
import { AS_JSON, postedCall, useCall } from "~/ui/useCall";
import { useNotices } from "~/ui/useNotices";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";
import type { Guest } from "../check-in/list.server";
import { CHECK_IN_TAB_LABELS, CHECK_IN_TABS, type CheckInTab, REPEATED } from "../check-in/tabs";
import { eventCall } from "../function";
import type { EventRow } from "../list.server";
import { refusedText, registeredText } from "../messages";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

interface CheckInPageProps {
  list: ListDeclaration;
  event: EventRow;
  tab: CheckInTab;
  state: ListState;
  result: ListResult<Guest>;
  hits?: TabHits<CheckInTab>;
  /** Whose code was scanned, or why there is no one. */
  guest: Guest | { problem: string } | null;
}

const CELLS = {
  name: (row) => row.name,
  checkedIn: (row) =>
    row.checkedInAt ? (
      <>
        <Badge tone="success">Checked in</Badge> <Moment at={row.checkedInAt} time /> by {row.checkedInBy}
      </>
    ) : (
      !row.isRegistered && (
        <>
          <Badge tone="attention">{STATE_LABELS[row.state ?? "invited"]}</Badge>
          {row.refusal && (
            <Text as="p" tone="critical" breakWord>
              {row.refusal}
            </Text>
          )}
        </>
      )
    ),
} satisfies Cells<Guest>;

const STATE_LABELS = {
  attending: "Registered",
  waiting: "Waiting list",
  canceled: "Canceled",
  invited: "Not registered",
} as const;

const FETCHER_PREFIX = "check-in:";

/** An event's check-in list: who registered, and who came. Several people can use it at the same time, and each sees the others' changes. */
export function CheckInPage({ list, event, tab, state, result, hits, guest }: CheckInPageProps) {
  const submit = useSubmit();
  const fetchers = useFetchers();
  useListRefresh(AUDIENCES.event.list);
  // The guests whose last request got no answer: it may have been done.
  const unanswered = useRef(new Set<string>());
  useActionAnswers((answer, { fetcherKey = "" }) => {
    if (!fetcherKey.startsWith(FETCHER_PREFIX)) return;
    const id = fetcherKey.slice(FETCHER_PREFIX.length);
    if (wasOffline(answer)) unanswered.current.add(id);
    else unanswered.current.delete(id);
  });
  // A second request for the guest would end the wait for the first one's answer.
  const isMoving = ({ id }: Guest) =>
    fetchers.some(({ key, state }) => key === `${FETCHER_PREFIX}${id}` && state !== "idle");
  // A fetcher per guest: the next guest's would end the wait for this one's answer, which may be a refusal.
  const toggleCheckIn = (call: "events.checkIn" | "events.undoCheckIn", { id: invitationId }: Guest) => {
    const about = unanswered.current.has(invitationId) ? REPEATED : undefined;
    const request = eventCall(call, { id: event.id, invitationId }, about);
    const fetcherKey = `${FETCHER_PREFIX}${invitationId}`;
    submit(postedCall(request, crypto.randomUUID()), { ...AS_JSON, navigate: false, fetcherKey });
  };
  const toggle = (row: Guest) => {
    // A key that is pressed again before the answer would repeat the request.
    if (!isMoving(row)) toggleCheckIn(row.checkedInAt ? "events.undoCheckIn" : "events.checkIn", row);
  };
  const [overfull, setOverfull] = useState<Guest | null>(null);
  const move = ({ id: invitationId }: Guest, to: GuestState, beyondCapacity = false) => {
    const request = eventCall("events.moveGuest", { id: event.id, invitationId, state: to, beyondCapacity });
    const fetcherKey = `${FETCHER_PREFIX}${invitationId}`;
    submit(postedCall(request, crypto.randomUUID()), { ...AS_JSON, navigate: false, fetcherKey });
  };
  const isFull = event.capacity !== null && event.registered >= event.capacity;
  const menuOf = (row: Guest) =>
    (row.checkedInAt || event.isDeleted ? [] : MOVES.filter(({ from }) => from(row))).map(
      ({ label, to, destructive }) => ({
        label,
        accessibilityLabel: `${label}: ${row.name}`,
        destructive,
        onAction: () => (to === "attending" && isFull ? setOverfull(row) : move(row, to)),
      }),
    );
  const counts: Record<CheckInTab, number> = {
    registered: event.registered,
    came: event.checkedIn,
    waiting: event.waiting,
    canceled: event.canceled,
    invited: event.invited - event.registered - event.waiting - event.canceled,
  };
  const summary = `${event.checkedIn.toLocaleString("en-US")} checked in, ${event.registered.toLocaleString("en-US")} registered`;
  return (
    <ListPage
      title={`Check-in: ${event.name}`}
      plural="guests"
      list={list}
      state={state}
      result={result}
      appliesAtOnce
      rowLabel={(row) => row.name}
      cells={CELLS}
      tabs={tabsOf(CHECK_IN_TABS, CHECK_IN_TAB_LABELS, { counts, hits })}
      selectedTab={tab}
      backAction={{ content: "Events", url: "/events" }}
      rowActions={(row) => (
        <RowActions rowName={row.name} menu={menuOf(row)} isLoading={isMoving(row)}>
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
        </RowActions>
      )}
      rowKeys={event.isDeleted ? [] : [{ key: "c", label: "Check in, or undo it, for", onPress: toggle }]}
      pageActions={<CheckInExport event={event} />}
      emptyHint={state.search ? "No name or address on this tab contains this." : EMPTY_HINTS[tab]}
      emptyAction={
        tab === "registered"
          ? { content: "Open the invite list", url: `/events/${event.id}/invites` }
          : { content: "Show registered", url: `/events/${event.id}/check-in?tab=registered` }
      }
    >
      {guest && <ScannedGuest guest={guest} isMoving={"id" in guest && isMoving(guest)} onCheckIn={toggle} />}
      {event.refused > 0 && (
        <Banner
          tone="warning"
          title={refusedText(event.refused)}
          action={{ content: "Show them", url: `/events/${event.id}/check-in?tab=invited` }}
        >
          They have no place. Give them one to try again, or contact them.
        </Banner>
      )}
      <Text as="p" fontWeight="semibold" id="checked-in-count">
        {summary}
      </Text>
      <ProgressBar
        size="small"
        progress={event.registered === 0 ? 0 : wholePercent(Math.min(1, event.checkedIn / event.registered))}
        ariaLabelledBy="checked-in-count"
      />
      {overfull && (
        <Suspense>
          <ConfirmModal
            title={`Give ${overfull.name} a place beyond the capacity?`}
            confirmLabel="Give a place"
            busy={isMoving(overfull)}
            onConfirm={() => {
              move(overfull, "attending", true);
              setOverfull(null);
            }}
            onClose={() => setOverfull(null)}
          >
            {`Every place is taken: ${registeredText(event)}. The waiting list moves up again when there is a free place.`}
          </ConfirmModal>
        </Suspense>
      )}
    </ListPage>
  );
}

/** What staff can make of a guest who hasn't come. */
const MOVES: readonly { label: string; to: GuestState; destructive?: boolean; from(row: Guest): boolean }[] =
  [
    { label: "Give a place", to: "attending", from: ({ state }) => state !== "attending" },
    { label: "Move to the waiting list", to: "waiting", from: ({ state }) => state !== "waiting" },
    {
      label: "Cancel registration",
      to: "canceled",
      destructive: true,
      from: ({ state }) => state === "attending" || state === "waiting",
    },
  ];

/** The guest whose code was scanned, with the one button that the entrance needs. */
function ScannedGuest({
  guest,
  isMoving,
  onCheckIn,
}: {
  guest: NonNullable<CheckInPageProps["guest"]>;
  isMoving: boolean;
  onCheckIn(guest: Guest): void;
}) {
  if ("problem" in guest) return <Banner tone="critical">{guest.problem}</Banner>;
  const { name, state, checkedInAt, checkedInBy } = guest;
  return (
    <Banner
      title={name}
      tone={checkedInAt || state !== "attending" ? "warning" : "success"}
      action={
        checkedInAt
          ? undefined
          : { content: "Check in now", loading: isMoving, onAction: () => onCheckIn(guest) }
      }
    >
      {checkedInAt ? (
        <>
          Was checked in <Moment at={checkedInAt} time /> by {checkedInBy}
        </>
      ) : (
        STATE_LABELS[state ?? "invited"]
      )}
    </Banner>
  );
}

const EMPTY_HINTS: Record<CheckInTab, string> = {
  registered: "People appear here when they register with the link in their invitation.",
  came: "No one has been checked in yet.",
  waiting: "No one waits for a place.",
  canceled: "No one has canceled.",
  invited: "All invited people have answered.",
};

const COLUMNS = [
  { title: "Name", width: 30 },
  { title: "Email", width: 36 },
  { title: "Registered", width: 12 },
  { title: "Checked in", width: 24 },
  { title: "By", width: 20 },
];

/** Saves the check-in list as a spreadsheet, for a door without a network, or for paper. */
function CheckInExport({ event }: { event: EventRow }) {
  const { run, isBusy } = useCall<CallAnswer>();
  const { whenAnswered } = useNotices();
  const timeZone = useTimeZone();
  const noticeFailure = useSpreadsheetFailure();
  // Goes on when the page is left.
  const save = () => {
    const key = run(eventCall("events.checkInRows", { id: event.id }));
    if (key === undefined) return;
    whenAnswered(key, ({ value }: CallAnswer) => {
      const { rows } = (value ?? {}) as { rows?: Guest[] };
      if (rows) noticeFailure(saveCheckInSheet(event, rows, timeZone));
    });
  };
  return (
    <Button loading={isBusy} onClick={save}>
      Export Excel
    </Button>
  );
}

async function saveCheckInSheet(event: EventRow, rows: readonly Guest[], timeZone: string): Promise<void> {
  const { toXlsx } = await loadWorkbook();
  const now = new Date();
  const sheet = toXlsx({
    name: "Check-in",
    columns: COLUMNS,
    report: {
      title: event.name,
      lines: [createdOn(now, timeZone), ...(event.location ? [event.location] : [])],
    },
    rows: rows.map(({ name, email, isRegistered, checkedInAt, checkedInBy }) => [
      name,
      email,
      isRegistered ? "Yes" : "No",
      checkedInAt ? formatInputDateTime(new Date(checkedInAt), timeZone) : "",
      checkedInBy ?? "",
    ]),
  });
  saveFile(`Check_in_${slug(event.name)}_${fileTimestamp(now)}.xlsx`, sheet, XLSX);
}

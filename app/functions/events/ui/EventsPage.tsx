import { useLocation } from "@remix-run/react";
import { Badge, BlockStack, Button, Text } from "@shopify/polaris";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { AUDIENCES } from "~/domain/invitations/audiences";
import type { ListResult, ListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { ownQuery } from "~/ui/list/address";
import { latestOf } from "~/ui/list/latest-row";
import { RowActions } from "~/ui/list/RowActions";
import { type Cells, type ListFilter, type SavedView, type TabHits, tabsOf } from "~/ui/list/types";
import { Moment, SecondsMoment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useAddressRequest } from "~/ui/useAddressRequest";
import { useCall } from "~/ui/useCall";
import { eventCall } from "../function";
import type { EventRow, eventsList } from "../list.server";
import * as messages from "../messages";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

const EventDialog = lazyPart(() => import("./EventDialog"));

const HistoryModal = lazyPart(() => import("~/ui/HistoryModal"));

const ReportModal = lazyPart(() => import("./ReportModal"));

/** What the page's loader answers. */
export interface EventsPageData {
  list: (typeof eventsList)["declaration"];
  part: messages.EventPart;
  /** Only events of the next days. */
  ahead?: number;
  /** Only events with a guest that Shopify refused. */
  refused?: "1";
  state: ListState;
  result: ListResult<EventRow>;
  hits?: TabHits<(typeof messages.EVENT_TABS)[number]>;
  views: readonly SavedView[];
  /** The signed-in administrator's own address, for the reports. */
  email: string;
}

const CELLS = {
  dateFrom: (event) => <SecondsMoment at={event.dateFrom} />,
  dateTo: (event) => <SecondsMoment at={event.dateTo} />,
  active: (event) => (
    <Badge tone={event.active ? "success" : undefined}>
      {event.active ? messages.PUBLISHED : messages.DRAFT}
    </Badge>
  ),
  // Counts of a waiting list take a second line: the row's buttons stay in view.
  registered: (event) => (
    <span style={{ whiteSpace: "normal" }}>
      {messages.registeredText(event)}
      {event.refused > 0 && (
        <>
          {" "}
          <Badge tone="critical">{`${event.refused.toLocaleString("en-US")} refused`}</Badge>
        </>
      )}
    </span>
  ),
} satisfies Cells<EventRow>;

/** What a line of the desk narrows the list to. It has no field, so the list needs no line for it. */
function filtersOf({ ahead, refused }: EventsPageData): ListFilter[] | undefined {
  const filters: ListFilter[] = [
    ...(ahead ? [{ label: "Starts", value: `within ${ahead} days`, without: { ahead: null } }] : []),
    ...(refused ? [{ label: "Guests", value: "refused by Shopify", without: { refused: null } }] : []),
  ];
  return filters.length > 0 ? filters : undefined;
}

type Open = { dialog: EventAction | "create" | "history"; event?: EventRow } | null;

/** The Events screen, with the deleted events. */
export function EventsPage(props: EventsPageData) {
  const { list, part, state, result, hits, views, email } = props;
  const { search } = useLocation();
  useListRefresh(AUDIENCES.event.list);
  const [open, setOpen] = useState<Open>(null);
  const close = useCallback(() => setOpen(null), []);
  useAddressRequest("new", () => setOpen({ dialog: "create" }));
  const { run, answer, isBusy: busy } = useCall();
  const confirmed = useRef<Open>(null);
  const ask = (action: "archive" | "restore" | "removeUsers" | "report", { id, name }: EventRow) => {
    confirmed.current = open;
    run(eventCall(`events.${action}`, { id }, name), "/events");
  };
  // The answer is a notice, which a dialog would cover. A dialog that was opened since stays.
  useEffect(() => {
    if (!busy && answer) setOpen((current) => (current === confirmed.current ? null : current));
  }, [busy, answer]);

  const showsDeleted = part === "deleted";
  const event = open?.event && latestOf(open.event, result.rows);
  return (
    <>
      <ListPage
        title={showsDeleted ? "Deleted events" : "Events"}
        plural="events"
        list={list}
        state={state}
        result={result}
        appliesAtOnce
        rowLabel={(row) => row.name}
        cells={CELLS}
        tabs={showsDeleted ? undefined : tabsOf(messages.EVENT_TABS, messages.EVENT_TAB_LABELS, { hits })}
        selectedTab={part}
        rowActions={(row) => (
          <EventButtons
            event={row}
            invitesUrl={invitesUrl(row, search)}
            busy={busy}
            onAction={(action, of) =>
              action === "restore" ? ask("restore", of) : setOpen({ dialog: action, event: of })
            }
          />
        )}
        rowKeys={
          showsDeleted
            ? []
            : [{ key: "e", label: "Edit", onPress: (row) => setOpen({ dialog: "edit", event: row }) }]
        }
        onOpen={(row) => setOpen({ dialog: "history", event: row })}
        views={showsDeleted ? undefined : views}
        filters={filtersOf(props)}
        backAction={showsDeleted ? { content: "Events", url: "/events" } : undefined}
        primaryAction={
          showsDeleted
            ? undefined
            : { content: "Create Event", onAction: () => setOpen({ dialog: "create" }) }
        }
        pageActions={showsDeleted ? undefined : [{ content: "Deleted events", url: "/events?tab=deleted" }]}
        emptyAction={showsDeleted ? { content: "Events", url: "/events?tab=events" } : undefined}
        emptyHint={messages.emptyHint(part, Boolean(state.search || props.ahead || props.refused))}
      />
      {open && (
        <Suspense>
          {open.dialog === "create" && <EventDialog onClose={close} />}
          {event && open.dialog === "edit" && <EventDialog event={event} onClose={close} />}
          {event && open.dialog === "clone" && <EventDialog event={event} isCopy onClose={close} />}
          {event && open.dialog === "delete" && (
            <ConfirmModal
              title={messages.DELETE_QUESTION}
              confirmLabel="Delete"
              destructive
              busy={busy}
              onConfirm={() => ask("archive", event)}
              onClose={close}
            >
              <Text as="p" fontWeight="semibold">
                {event.name}
              </Text>
              <Text as="p">{messages.deleteMeaning(event.invited)}</Text>
            </ConfirmModal>
          )}
          {event && open.dialog === "removeUsers" && (
            <ConfirmModal
              title={messages.REMOVE_USERS_QUESTION}
              confirmLabel="Remove Users"
              destructive
              busy={busy}
              onConfirm={() => ask("removeUsers", event)}
              onClose={close}
            >
              <Text as="p" fontWeight="semibold">
                {event.name}
              </Text>
              <Text as="p">{messages.removeUsersMeaning(event.invited, event.registered)}</Text>
            </ConfirmModal>
          )}
          {event && open.dialog === "report" && (
            <ReportModal
              event={event}
              email={email}
              busy={busy}
              onConfirm={() => ask("report", event)}
              onClose={close}
            />
          )}
          {event && open.dialog === "history" && (
            <HistoryModal name={event.name} url={`/activity/event/${event.id}`} onClose={close}>
              <EventFacts event={event} />
            </HistoryModal>
          )}
        </Suspense>
      )}
    </>
  );
}

/** The address of an event's invitees. It includes the state of the list of events, to return to it. */
const invitesUrl = (event: EventRow, search: string): string => {
  const from = ownQuery(search);
  return `/events/${event.id}/invites${from ? `?from=${encodeURIComponent(from)}` : ""}`;
};

/** What the grid does not show of an event: its description, who created it, where it is, until when one may register, how many came. */
function EventFacts({ event }: { event: EventRow }) {
  return (
    <BlockStack gap="200">
      <Text as="p">{event.description}</Text>
      {event.location && (
        <Text as="p" tone="subdued">
          Location: {event.location}
        </Text>
      )}
      <Text as="p" tone="subdued">
        Created By: {messages.creatorText(event)}
      </Text>
      {event.rsvpBy && (
        <Text as="p" tone="subdued">
          Register by: <Moment at={event.rsvpBy} time />
        </Text>
      )}
      <Text as="p" tone="subdued">
        Reminder the day before: {event.reminds ? "on" : "off"}
      </Text>
      <Text as="p" tone="subdued">
        {event.invited} invited, {event.registered} registered, {event.waiting} on the waiting list,{" "}
        {event.canceled} canceled, {event.checkedIn} checked in
      </Text>
    </BlockStack>
  );
}

/** The actions of a row. */
type EventAction = "edit" | "clone" | "delete" | "removeUsers" | "report" | "restore";

interface EventButtonsProps {
  event: EventRow;
  /** Where the event's invitees are shown. */
  invitesUrl: string;
  /** Another action is on its way. */
  busy: boolean;
  onAction(action: EventAction, event: EventRow): void;
}

/** The id of the button that opens an event's invitees. */
export const inviteesOpenerId = (eventId: string): string => `invitees-of-${eventId}`;

/** The actions of an event's row; a deleted event can only be restored. */
function EventButtons({ event, invitesUrl, busy, onAction }: EventButtonsProps) {
  const act = (label: string, action: EventAction, destructive = false) => ({
    label,
    accessibilityLabel: `${label}: ${event.name}`,
    destructive,
    onAction: () => onAction(action, event),
  });
  const button = (
    { label, accessibilityLabel, onAction: onClick }: ReturnType<typeof act>,
    disabled = false,
  ) => (
    <Button size="slim" disabled={disabled} accessibilityLabel={accessibilityLabel} onClick={onClick}>
      {label}
    </Button>
  );
  if (event.isDeleted) return button(act("Restore", "restore"), busy);
  return (
    <RowActions
      rowName={event.name}
      menu={[
        act("Clone", "clone"),
        act("Reports", "report"),
        {
          label: "Check-in",
          accessibilityLabel: `Check-in: ${event.name}`,
          url: `/events/${event.id}/check-in`,
        },
        act("Remove Users", "removeUsers", true),
        act("Delete", "delete", true),
      ]}
    >
      <Button
        id={inviteesOpenerId(event.id)}
        size="slim"
        accessibilityLabel={`View Invite: ${event.name}`}
        url={invitesUrl}
      >
        View Invite
      </Button>
      {button(act("Edit", "edit"))}
    </RowActions>
  );
}

import type { Texts } from "~/core/answer-call.server";
import { deletionNotice } from "~/core/audit/deletion.server";
import type { CallsOf, ContractsOf } from "~/core/function-entry";
import { readListPage } from "~/core/lists/numbered-page";
import type { GuestState } from "~/domain/events/guests/guest-state";
import { DRAFT_WARNING } from "~/domain/events/limits";
import { invitedUnsent } from "~/domain/invitations/messages";
import { orProblem } from "~/platform/contract/answer";
import { formatDuration } from "~/platform/dates/date-text";
import { readListState, searchKind } from "~/platform/list";
import { pluralize } from "~/platform/text/pluralize";
import { checkInList } from "./check-in/list.server";
import { CHECK_IN_TABS, REPEATED, SCANNED } from "./check-in/tabs";
import { eventCall, type eventsFunction } from "./function";
import { INVITE_TABS } from "./invites/list";
import { inviteesList } from "./invites/list.server";
import { eventsList } from "./list.server";
import { EVENT_PARTS, type EventPart } from "./messages";
import type { EventsPageData } from "./ui/EventsPage";

type EventTexts = Texts<ContractsOf<typeof eventsFunction>>;

const jobLink = (jobId: string) => ({ label: "Open in Jobs", url: `/jobs/${jobId}` });

/** The calls that the Events screen posts, and what it says after them. */
export const eventTexts: EventTexts = {
  "events.create": ({ name }) =>
    `${name} is created. Invite people to it with View Invite, and publish it with Edit.`,
  "events.change": ({ event, changed }) =>
    changed.length === 0 ? { level: "info", text: "Nothing changed." } : `${event.name} is saved.`,
  "events.archive": (event, { id }, name) =>
    deletionNotice(event, {
      done: `${name} is deleted.`,
      before: `${name} was already deleted`,
      undo: eventCall("events.restore", { id, isUndo: true }, name),
    }),
  "events.restore": (_event, _input, name) => `${name} is restored.`,
  "events.removeUsers": ({ jobId, count }, _input, name) =>
    jobId
      ? {
          text: `${pluralize(count, "user leaves", "users leave")} ${name}.`,
          link: jobLink(jobId),
          job: { id: jobId, title: `Remove Users: ${name}` },
        }
      : { level: "info", text: `${name} has no users to remove.` },
  "events.report": ({ jobId, to }, _input, name) => ({
    text: `The report on ${name} is being made and will be sent to ${to}.`,
    link: jobLink(jobId),
    job: { id: jobId, title: `Report on ${name}`, writesFile: true },
  }),
};

/** The calls that the dialog of an event's invitees posts, and what it says after them. */
export const inviteTexts: EventTexts = {
  "events.inviteOne": ({ customer: { name, problem }, isPublished }) => {
    const text = problem ? invitedUnsent(name, problem) : `${name} is invited.`;
    if (!problem && isPublished) return text;
    return { level: "warning", text: problem ? text : `${text} ${DRAFT_WARNING}`, accepted: true };
  },
  "events.inviteMany": ({ jobId, count, isPublished }) => ({
    level: isPublished ? "success" : "warning",
    text: `${isPublished ? "" : `${DRAFT_WARNING} `}${pluralize(count, "person is", "people are")} being invited. Jobs shows the result for each.`,
    link: jobLink(jobId),
    job: { id: jobId, ...(!isPublished && { keepsNotice: true }) },
  }),
};

const MOVED: Record<GuestState, string> = {
  attending: "has a place",
  waiting: "is on the waiting list",
  canceled: "is canceled",
};

/** The calls that the check-in list posts, and what it says after them. */
export const checkInTexts: EventTexts = {
  "events.checkIn": (guest, { id, invitationId }, repeated) => {
    const { name, isNew, isOwn, checkedInAt, checkedInBy } = guest;
    // Another device was faster, or someone else came with the same invitation. Undo would undo the earlier check-in.
    if (!isNew && !(repeated === REPEATED && isOwn)) {
      const seconds = (Date.now() - Date.parse(checkedInAt ?? "")) / 1_000;
      const when = seconds < 60 ? "just now" : `${formatDuration(seconds)} ago`;
      return { level: "warning", text: `${name} was already checked in ${when}, by ${checkedInBy}.` };
    }
    const undo = { label: "Undo", call: eventCall("events.undoCheckIn", { id, invitationId }) };
    return { text: `${name} is checked in.`, undo };
  },
  "events.moveGuest": ({ name, before, state }, { id, invitationId, state: to }) => {
    if (before === to) return { level: "info", text: "Nothing changed." };
    const isSaving = to === "attending" && state !== "attending";
    const text = isSaving
      ? `${name} has a place. The registration is being saved, and an email follows.`
      : `${name} ${MOVED[to]}. An email is on its way.`;
    // A place is saved in the background. Until then it can't be taken away.
    if (!before || isSaving) return text;
    const undone = { id, invitationId, state: before, beyondCapacity: false };
    return { text, undo: { label: "Undo", call: eventCall("events.moveGuest", undone) } };
  },
  "events.undoCheckIn": ({ name }) => `${name} is no longer checked in.`,
  // The browser writes them into a spreadsheet.
  "events.checkInRows": () => null,
};

/**
 * What the Events screen shows.
 * @param url its address, or the one that it was left at for the invitees of an event
 * @param email the signed-in administrator's own address
 */
export async function readEventsPage(
  url: URL,
  part: EventPart,
  calls: CallsOf<typeof eventsFunction>,
  email: string,
): Promise<EventsPageData> {
  const state = readListState(url, eventsList);
  const { direction, cursor: last_id, sort, search } = state;
  const { ahead, refused } = eventsList.filterIn(url.searchParams);
  const isNarrowed = search !== "" || ahead !== undefined || refused !== undefined;
  const [result, hits, { views }] = await Promise.all([
    calls.events.page({ part, ahead, refused, search, sort, direction, last_id }),
    isNarrowed && part !== "deleted" ? calls.events.hits({ ahead, refused, search }) : undefined,
    calls.views.list({ list: eventsList.name }),
  ]);
  return { list: eventsList.declaration, part, ahead, refused, state, result, hits, views, email };
}

/**
 * What the dialog of an event's invitees shows, and the list of events behind it, as it was left: `from` in the address keeps that.
 * @param email the signed-in administrator's own address
 */
export async function readInvitesPage(
  request: Request,
  eventId: number,
  calls: CallsOf<typeof eventsFunction>,
  email: string,
) {
  const url = new URL(request.url);
  const from = url.searchParams.get("from") ?? "";
  const eventsUrl = new URL(`/events?${from}`, url);
  const part = EVENT_PARTS.find((one) => one === eventsUrl.searchParams.get("tab")) ?? "events";
  const state = readListState(url, inviteesList);
  const tab = INVITE_TABS.find((one) => one === url.searchParams.get("tab")) ?? "all";
  // A date is searched as DD-MM-YYYY, any other text unchanged.
  const { searchValue: search } = searchKind(state.search);
  const { pageSize } = inviteesList;
  const [events, event, result, hits] = await Promise.all([
    readEventsPage(eventsUrl, part, calls, email),
    calls.events.detail({ id: eventId }),
    readListPage(state.page ?? 1, pageSize, (page) =>
      calls.events.inviteList({ eventId, page, pageSize, tab, search }),
    ),
    search ? calls.events.inviteHits({ eventId, search }) : undefined,
  ]);
  return { list: inviteesList.declaration, events, event, tab, state, result, hits, from };
}

/** What an event's check-in list shows. */
export async function readCheckInPage(url: URL, id: number, { events }: CallsOf<typeof eventsFunction>) {
  const state = readListState(url, checkInList);
  const tab = CHECK_IN_TABS.find((one) => one === url.searchParams.get("tab")) ?? "registered";
  const { search, page = 1 } = state;
  const { pageSize } = checkInList;
  const scanned = url.searchParams.get(SCANNED);
  const [event, result, hits, guest] = await Promise.all([
    events.detail({ id }),
    readListPage(page, pageSize, (number) => events.checkIns({ id, tab, search, page: number, pageSize })),
    search ? events.checkInHits({ id, search }) : undefined,
    scanned === null ? null : orProblem(events.guest({ id, invitationId: scanned })),
  ]);
  return { list: checkInList.declaration, event, tab, state, result, hits, guest };
}

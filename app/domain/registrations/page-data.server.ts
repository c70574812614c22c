import type { ContractRouterClient } from "@orpc/contract";
import type { Texts } from "~/core/answer-call.server";
import { shownOf } from "~/core/lists/define-list.server";
import { mapPage } from "~/core/lists/list-query.server";
import type { viewsCalls } from "~/core/views/calls.server";
import type { customersCalls } from "~/domain/customers/calls.server";
import { editedText } from "~/domain/customers/edit-fields";
import type { CustomerList } from "~/domain/customers/list-row.server";
import { parseStoredDate, toIsoDate } from "~/platform/dates/date-text";
import { readListState, searchKind } from "~/platform/list";
import { rememberTab } from "~/platform/tab-memory.server";
import type { registrationCalls } from "./calls.server";
import { type RegistrationCalls, registrationCall } from "./calls-of-pages";
import { askedText, decidedText, endText, pendingAgainText, undoneText, withdrawnText } from "./messages";
import { narrowingIn } from "./narrowing";
import { PAGE_FIELDS } from "./registration-row.server";
import { REGISTRATION_TABS, statusOfTag } from "./status";
import type { RegistrationsPageData } from "./ui/RegistrationsPage";

/** The screen's own calls. */
type ScreenCalls = ContractRouterClient<ReturnType<typeof registrationCalls>>;

/** The calls that every such page makes. */
interface SharedCalls {
  customers: ContractRouterClient<typeof customersCalls>;
  views: ContractRouterClient<typeof viewsCalls>;
}

/**
 * Loads a screen of registrations for its URL and the tab that `tabCookie` remembers.
 * @returns the data, and the headers that remember the tab
 */
export async function readRegistrationsPage(
  request: Request,
  { customers, views }: SharedCalls,
  screen: ScreenCalls,
  list: CustomerList,
  tabCookie: string,
): Promise<{ data: RegistrationsPageData; headers: HeadersInit }> {
  const url = new URL(request.url);
  const state = readListState(url, list);
  const { tab, headers } = await rememberTab(request, tabCookie, REGISTRATION_TABS);
  const narrowing = narrowingIn((name) => url.searchParams.get(name));
  const search = searchKind(state.search);
  const isNarrowed = state.search !== "" || Object.values(narrowing).some(Boolean);
  const [result, counts, hits, mirror, saved] = await Promise.all([
    screen.list({
      params: { status: tab },
      query: { direction: state.direction, last_id: state.cursor, sort: state.sort, ...narrowing },
      body: search,
    }),
    screen.counts(),
    isNarrowed ? screen.hits({ query: narrowing, body: search }) : undefined,
    customers.mirror(),
    views.list({ list: list.name }),
  ]);
  const now = new Date().toISOString();
  const shown = mapPage(result, (row) => shownOf(list, row, PAGE_FIELDS));
  return {
    data: {
      list: list.declaration,
      tab,
      state,
      result: shown,
      counts,
      hits,
      mirror,
      ...narrowing,
      views: saved.views,
      now,
    },
    headers,
  };
}

/** The calls that the screens of registrations post, and what they say after them. */
export const registrationTexts: Texts<RegistrationCalls> = {
  "customers.changeStatus": ({ decisionId, mails }, { addTag }, name = "") => ({
    text: decidedText(name, statusOfTag(addTag) ?? "pending", mails),
    undo: { label: "Undo", call: registrationCall("customers.undoDecision", { id: decisionId }) },
  }),
  "customers.edit": ({ changed }, input, name) =>
    changed.length > 0 && isRenewal(input)
      ? renewedText(input.id, input.enddate ?? "", input.seen?.enddate ?? "", name)
      : editedText(name, changed),
  "customers.undoDecision": ({ status, mails }) => undoneText(status, mails),
  "customers.decideMany": startedNotice,
  "questions.askMany": startedNotice,
  "customers.undoDecisions": ({ jobId }) => ({
    level: "info",
    text: "They are being undone. Customers who were changed since are skipped.",
    link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
    job: { id: jobId },
  }),
  "questions.ask": ({ questionId }, _input, name = "") => ({
    text: askedText(name),
    undo: { label: "Undo", call: registrationCall("questions.withdraw", { id: questionId }, name) },
  }),
  "questions.withdraw": ({ mail, isPending }, _input, name) =>
    isPending ? pendingAgainText(name, mail) : withdrawnText(mail),
};

/** A job over many registrations has started. */
function startedNotice({ jobId, count }: { jobId: string; count: number }) {
  const people = count === 1 ? "1 registration is" : `${count.toLocaleString("en-US")} registrations are`;
  return {
    level: "info" as const,
    text: `${people} being processed. Each row leaves the list when it is done.`,
    link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
    job: { id: jobId, undo: { label: "Undo", call: registrationCall("customers.undoDecisions", { jobId }) } },
  };
}

/** A renewal sends nothing but the end date, and what it was. */
const isRenewal = ({ seen = {}, ...values }: { seen?: Record<string, string> }): boolean =>
  "enddate" in values && "enddate" in seen && Object.keys(seen).length === 1;

/** After a renewal: its new end, with an undo. A time after the earlier date isn't restored. A text that isn't a date can't be saved again. */
function renewedText(id: string, enddate: string, seen: string, name = "") {
  const end = toIsoDate(enddate);
  const earlier = seen.trim() === "" ? "" : parseStoredDate(seen);
  const call =
    earlier === null
      ? undefined
      : registrationCall("customers.edit", { id, enddate: earlier, seen: { enddate: end } }, name);
  return { text: endText(name, end), undo: call && { label: "Undo", call } };
}

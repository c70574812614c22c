// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { checkInList, type Guest } from "~/functions/events/check-in/list.server";
import { type InviteeRow, inviteesList } from "~/functions/events/invites/list.server";
import { type EventRow, eventsList } from "~/functions/events/list.server";
import { DATE_TO_NOT_VALID, RSVP_NOT_VALID } from "~/functions/events/messages";
import { shouldRevalidate as shouldReloadSheet } from "~/functions/events/routes/events.$id.check-in-sheet";
import { CheckInPage } from "~/functions/events/ui/CheckInPage";
import { EventsPage } from "~/functions/events/ui/EventsPage";
import { InvitesModal } from "~/functions/events/ui/InvitesModal";
import type { ActionAnswer } from "~/platform/notice";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

/** Only the route's other export is tested here. */
vi.mock("~/core/authorize.server", () => ({ pageLoader: vi.fn(), callsAction: vi.fn() }));
// jsdom has no workers.
vi.mock("~/ui/import/sheet-reader", () => ({
  SheetReader: class {
    read = async ({ name }: File) => {
      if (name === "damaged.csv") throw new SheetProblem("The file is damaged.");
      if (name === "empty.csv") throw new SheetProblem("The file has no rows.", { reason: "no rows" });
      return { fileName: name, columns: [{ heading: "email" }], rows: 1, slices: 1 };
    };
    close() {}
  },
}));

const EVENT: EventRow = {
  id: "7",
  name: "Fair",
  description: "For everyone",
  dateFrom: "2026-12-01T15:00:00.000Z",
  dateTo: "2026-12-01T18:00:00.000Z",
  active: true,
  isDeleted: false,
  createdBy: 0,
  createdByName: "",
  capacity: null,
  reminds: true,
  location: "",
  waiting: 0,
  canceled: 0,
  refused: 0,
  rsvpBy: null,
  version: 1,
  invited: 2,
  registered: 2,
  checkedIn: 0,
};
const guest = (id: string): Guest => ({
  id,
  name: `Guest ${id}`,
  email: `${id}@x.example`,
  isRegistered: true,
  state: "attending",
  refusal: null,
  checkedInAt: null,
  checkedInBy: null,
});
const STATE = { search: "", sort: "dateFrom desc" };
const refusal = (text: string): ActionAnswer => ({ notice: { level: "critical", text }, status: 409 });

type Post = { call: string; input: Record<string, unknown>; about?: string };

/** The requests that wait for their answer. */
let waiting: { post: Post; answer(answer: ActionAnswer): void }[];
beforeEach(() => {
  waiting = [];
});
const action = async ({ request }: { request: Request }) => {
  const isCall = request.headers.get("content-type")?.startsWith("application/json");
  const post: Post = isCall
    ? await request.json()
    : { call: "a form", input: Object.fromEntries(await request.formData()) };
  return new Promise<ActionAnswer>((answer) => waiting.push({ post, answer }));
};

function openEvents(address = "/events") {
  const element = (
    <EventsPage
      list={eventsList.declaration}
      part="events"
      state={STATE}
      result={pageOfRows([EVENT])}
      views={[]}
      email="o@x.example"
    />
  );
  return renderConsole([{ path: "/events", element, action }], address);
}
async function confirmDelete(): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: "More actions for Fair" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete: Fair", hidden: true }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(waiting).toHaveLength(1));
}
const answerFirst = (answer: ActionAnswer) => act(async () => waiting.shift()?.answer(answer));

it("opens the form of a new event for an action of the palette, once", async () => {
  const { router } = openEvents("/events?tab=published&new=1");
  await screen.findByRole("dialog", { name: "Create Event" });
  await waitFor(() => expect(router.state.location.search).toBe("?tab=published"));
  fireEvent.keyUp(document, { key: "Escape", keyCode: 27 });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("closes a dialog whose action is refused, so that the reason is in view", async () => {
  openEvents();
  await confirmDelete();
  await answerFirst(refusal("No."));
  await screen.findByText("No.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("keeps a dialog that was opened while an action was in flight", async () => {
  openEvents();
  await confirmDelete();
  fireEvent.keyUp(document, { key: "Escape", keyCode: 27 });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Edit: Fair" }));
  await screen.findByRole("dialog", { name: "Update Event Details" });
  await answerFirst({ notice: { level: "success", text: "Fair is deleted." } });
  await screen.findByText("Fair is deleted.");
  screen.getByRole("dialog", { name: "Update Event Details" });
});

it("checks a date without a time as the server reads it: as the whole day", async () => {
  openEvents();
  fireEvent.click(screen.getByRole("button", { name: "Edit: Fair" }));
  await screen.findByRole("dialog", { name: "Update Event Details" });
  const fill = (label: string, value: string) => {
    const field = screen.getByRole("textbox", { name: label });
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  };
  fill("Date From", "12/01/2026 3:00:00 PM");
  fill("Date To", "12/01/2026 5:00:00 PM");
  fill("Register by (optional)", "12/01/2026");
  await screen.findByText(RSVP_NOT_VALID);
  fill("Date To", "12/01/2026");
  fill("Register by (optional)", "12/01/2026");
  await waitFor(() => expect(screen.queryByText(RSVP_NOT_VALID)).toBeNull());
  expect(screen.queryByText(DATE_TO_NOT_VALID)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(waiting).toHaveLength(1));
  // The last second of the day, in the shop's time zone.
  const end = "2026-12-02T04:59:59.000Z";
  expect(waiting[0]?.post).toMatchObject({ call: "events.change", input: { dateTo: end, rsvpBy: end } });
  await answerFirst({});
});

it("shows the refusal of a check-in also when the next guest was checked in before it came", async () => {
  const element = (
    <CheckInPage
      list={checkInList.declaration}
      guest={null}
      event={EVENT}
      tab="registered"
      state={STATE}
      result={pageOfRows([guest("a"), guest("b")])}
    />
  );
  renderConsole([{ path: "/check-in", element, action }], "/check-in");
  for (const id of ["a", "b"]) fireEvent.click(screen.getByRole("button", { name: `Check in Guest ${id}` }));
  await waitFor(() => expect(waiting.map(({ post }) => post.input.invitationId)).toEqual(["a", "b"]));
  await answerFirst(refusal("Guest a is no longer on the event's list."));
  await screen.findByText("Guest a is no longer on the event's list.");
});

it("says with a repeated check-in that the first one got no answer", async () => {
  const element = (
    <CheckInPage
      list={checkInList.declaration}
      guest={null}
      event={EVENT}
      tab="registered"
      state={STATE}
      result={pageOfRows([guest("a")])}
    />
  );
  renderConsole([{ path: "/check-in", element, action }], "/check-in");
  const press = async (answer: object) => {
    fireEvent.click(screen.getByRole("button", { name: "Check in Guest a" }));
    await waitFor(() => expect(waiting).toHaveLength(1));
    const about = waiting[0]?.post.about;
    await answerFirst(answer);
    return about;
  };
  expect(await press({ offline: true, notice: { level: "critical", text: "No answer." } })).toBeUndefined();
  await screen.findByText("No answer.");
  expect(await press(refusal("Not now."))).toBe("repeated");
  await screen.findByText("Not now.");
  expect(await press(refusal("Not now, either."))).toBeUndefined();
});

it("doesn't check in the guest of a deleted event by the key, either", async () => {
  const event = { ...EVENT, isDeleted: true };
  const element = (
    <CheckInPage
      list={checkInList.declaration}
      guest={null}
      event={event}
      tab="registered"
      state={STATE}
      result={pageOfRows([guest("a")])}
    />
  );
  renderConsole([{ path: "/check-in", element, action }], "/check-in");
  const button = await screen.findByRole("button", { name: "Check in Guest a" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.keyboard("jc?");
  await screen.findByText("This help");
  expect(screen.queryByText(/^Check in, or undo it, for/)).toBeNull();
  expect(waiting).toEqual([]);
});

it("loads and writes the check-in list only on request, and says why that failed", async () => {
  const element = (
    <CheckInPage
      list={checkInList.declaration}
      guest={null}
      event={EVENT}
      tab="registered"
      state={STATE}
      result={pageOfRows([])}
    />
  );
  const answers = [{ problem: "Problem 1" }, { rows: [] }];
  const loader = () => answers.shift() ?? null;
  const list = { path: "/events/7/check-in-sheet", loader, shouldRevalidate: shouldReloadSheet };
  const { router } = renderConsole([{ path: "/check-in", element }, list], "/check-in");
  const createUrl = vi.spyOn(URL, "createObjectURL").mockImplementation(() => {
    throw new Error("Too little memory");
  });
  onTestFinished(() => createUrl.mockRestore());
  fireEvent.click(await screen.findByRole("button", { name: "Export Excel" }));
  await screen.findByText("Problem 1");
  // The page is loaded again, as after each check-in.
  await act(async () => router.revalidate());
  await waitFor(() => expect(router.state.revalidation).toBe("idle"));
  expect(answers).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Export Excel" }));
  await screen.findByText("This browser couldn't write the spreadsheet. Reload the page and try again.");
});

it("clones an event as a draft, which can be published while it is created", async () => {
  let created: unknown;
  renderConsole(
    [
      {
        path: "/events",
        element: (
          <EventsPage
            list={eventsList.declaration}
            part="events"
            state={STATE}
            result={pageOfRows([EVENT])}
            views={[]}
            email="owner@x.example"
          />
        ),
        action: async ({ request }) => {
          created = await request.json();
          return {};
        },
      },
    ],
    "/events",
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "More actions for Fair" }));
  await user.click(await screen.findByRole("menuitem", { name: "Clone: Fair" }));
  const dialog = await screen.findByRole("dialog", { name: "Create Event" });
  expect(within(dialog).getByLabelText<HTMLInputElement>("Name").value).toBe("Copy of Fair");
  const published = within(dialog).getByLabelText<HTMLInputElement>("Is Published");
  expect(published.checked).toBe(false);
  await user.click(published);
  await user.click(within(dialog).getByRole("button", { name: "Submit" }));
  await waitFor(() =>
    expect(created).toMatchObject({
      call: "events.create",
      input: { name: "Copy of Fair", description: "For everyone", active: true },
    }),
  );
});

it("says in the list of invitees that the event is a draft", async () => {
  const element = (
    <InvitesModal
      list={inviteesList.declaration}
      event={{ ...EVENT, active: false }}
      tab="all"
      state={STATE}
      result={pageOfRows([])}
      from=""
    />
  );
  renderConsole([{ path: "/invites", element, action }], "/invites");
  await screen.findByText(/^The event is a draft\./);
  screen.getByPlaceholderText("enter email address");
  expect(screen.getByRole("table").dataset.density).toBe("compact");
});

/** Opens the list of invitees, and returns its dialog and what chooses a file. */
async function openInvitees() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const element = (
    <InvitesModal
      list={inviteesList.declaration}
      event={EVENT}
      tab="all"
      state={STATE}
      result={pageOfRows([])}
      from=""
    />
  );
  renderConsole(
    [
      { path: "/invites", element },
      { path: "/events/import", action },
    ],
    "/invites",
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Fair Invite List" }));
  const file = dialog.getByLabelText("File of people to invite");
  return {
    dialog,
    choose: (name: string) => fireEvent.change(file, { target: { files: [new File([""], name)] } }),
  };
}
const UPLOAD_FAILED = "Error while uploading file. Please try again later.";

it.each([
  { by: "the server", name: "people.csv", reason: "The event is over." },
  { by: "the browser", name: "damaged.csv", reason: "The file is damaged." },
])(
  "says for 4 seconds that a file wasn't taken by $by, and why until another one is chosen",
  async ({ by, name, reason }) => {
    const { dialog, choose } = await openInvitees();
    choose(name);
    if (by === "the server") {
      await waitFor(() => expect(waiting).toHaveLength(1));
      await answerFirst(refusal(reason));
    }
    await dialog.findByText(UPLOAD_FAILED);
    vi.setTimerTickMode("manual");
    await act(() => vi.advanceTimersByTimeAsync(4_500));
    expect(dialog.queryByText(UPLOAD_FAILED)).toBeNull();
    dialog.getByText(reason);
    choose("others.csv");
    expect(dialog.queryByText(reason)).toBeNull();
  },
);

it("shows only the specified text for a file without rows, for 4 seconds", async () => {
  const { dialog, choose } = await openInvitees();
  choose("empty.csv");
  await dialog.findByText("No rows found in Excel file");
  expect(dialog.queryByText(UPLOAD_FAILED)).toBeNull();
  vi.setTimerTickMode("manual");
  await act(() => vi.advanceTimersByTimeAsync(4_500));
  expect(dialog.queryByText("No rows found in Excel file")).toBeNull();
});

it("clears why a file wasn't taken when it is sent again", async () => {
  const { dialog, choose } = await openInvitees();
  choose("people.csv");
  await waitFor(() => expect(waiting).toHaveLength(1));
  await answerFirst({ offline: true, notice: { level: "critical", text: "No answer." } } as ActionAnswer);
  await dialog.findByText("No answer.");
  fireEvent.click(dialog.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(waiting).toHaveLength(1));
  expect(dialog.queryByText("No answer.")).toBeNull();
  expect(dialog.queryByText(UPLOAD_FAILED)).toBeNull();
});

it("clears the reinvited rows after the banner's 5 seconds, and keeps those that were selected since", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const invitee = (id: string): InviteeRow => ({
    id,
    name: `Guest ${id}`,
    email: `${id}@x.example`,
    store: "Test",
    date: EVENT.dateFrom,
    state: "sent",
    stateAt: EVENT.dateFrom,
    problem: null,
    customerId: null,
  });
  const result = pageOfRows([invitee("a"), invitee("b")]);
  const element = (
    <InvitesModal
      list={inviteesList.declaration}
      event={EVENT}
      tab="invited"
      state={STATE}
      result={result}
      from=""
    />
  );
  renderConsole([{ path: "/invites", element, action }], "/invites");
  const box = (id: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Select Guest ${id}` });
  await screen.findByRole("dialog", { name: "Fair Invite List" });
  fireEvent.click(box("a"));
  const reinvite = screen.getByRole("button", { name: "Reinvite User" });
  fireEvent.click(reinvite);
  await waitFor(() => expect(waiting).toHaveLength(1));
  expect(waiting[0]?.post).toEqual({
    call: "events.inviteMany",
    input: { params: { eventId: "7" }, query: { operationId: expect.any(String) }, body: ["a@x.example"] },
  });
  // Another one would end the wait for this one's answer.
  expect(reinvite.getAttribute("aria-disabled")).toBe("true");
  await answerFirst({ notice: { level: "success", text: "Invited." }, ...{ value: { jobId: "j1" } } });
  await screen.findByText("Background reinvite process is started...");
  fireEvent.click(box("b"));
  vi.setTimerTickMode("manual");
  await act(() => vi.advanceTimersByTimeAsync(5_500));
  expect(screen.queryByText("Background reinvite process is started...")).toBeNull();
  expect([box("a").checked, box("b").checked]).toEqual([false, true]);
});

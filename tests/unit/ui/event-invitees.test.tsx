// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { type InviteeRow, inviteesList } from "~/functions/events/invites/list.server";
import { InvitesModal } from "~/functions/events/ui/InvitesModal";
import type { ActionAnswer } from "~/platform/notice";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import { action, answerFirst, EVENT, refusal, STATE, waiting } from "./event-page";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

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

beforeEach(() => {
  waiting.length = 0;
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

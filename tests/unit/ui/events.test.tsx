// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { checkInList, type Guest } from "~/functions/events/check-in/list.server";
import { eventsList } from "~/functions/events/list.server";
import { DATE_TO_NOT_VALID, RSVP_NOT_VALID } from "~/functions/events/messages";
import { CheckInPage } from "~/functions/events/ui/CheckInPage";
import { EventsPage } from "~/functions/events/ui/EventsPage";
import { action, answerFirst, EVENT, refusal, STATE, waiting } from "./event-page";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

beforeEach(() => {
  waiting.length = 0;
});

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

function openCheckIn(rows: Guest[], event = EVENT) {
  const element = (
    <CheckInPage
      list={checkInList.declaration}
      guest={null}
      event={event}
      tab="registered"
      state={STATE}
      result={pageOfRows(rows)}
    />
  );
  const other = { path: "/other", element: <p>Other</p> };
  return renderConsole([{ path: "/check-in", element, action }, other], "/check-in");
}

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
  openCheckIn([guest("a"), guest("b")]);
  for (const id of ["a", "b"]) fireEvent.click(screen.getByRole("button", { name: `Check in Guest ${id}` }));
  await waitFor(() => expect(waiting.map(({ post }) => post.input.invitationId)).toEqual(["a", "b"]));
  await answerFirst(refusal("Guest a is no longer on the event's list."));
  await screen.findByText("Guest a is no longer on the event's list.");
});

it("doesn't move a guest who is being checked in, whose answer would be lost", async () => {
  openCheckIn([guest("a")], { ...EVENT, capacity: 2 });
  fireEvent.click(screen.getByRole("button", { name: "More actions for Guest a" }));
  const move = await screen.findByRole("menuitem", {
    name: "Move to the waiting list: Guest a",
    hidden: true,
  });
  fireEvent.click(screen.getByRole("button", { name: "Check in Guest a" }));
  await waitFor(() => expect(waiting).toHaveLength(1));
  // Such a click closes the menu.
  await waitFor(() => expect(move.isConnected).toBe(false));
  const menu = screen.getByRole("button", { name: "More actions for Guest a" });
  expect(menu.getAttribute("aria-disabled")).toBe("true");
  await answerFirst(refusal("Guest a is no longer on the event's list."));
  await screen.findByText("Guest a is no longer on the event's list.");
});

it("says with a repeated check-in that the first one got no answer", async () => {
  openCheckIn([guest("a")]);
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
  openCheckIn([guest("a")], { ...EVENT, isDeleted: true });
  const button = await screen.findByRole("button", { name: "Check in Guest a" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.keyboard("jc?");
  await screen.findByText("This help");
  expect(screen.queryByText(/^Check in, or undo it, for/)).toBeNull();
  expect(waiting).toEqual([]);
});

it("loads and writes the check-in list only on request, also when the page was left before it came", async () => {
  const { router } = openCheckIn([]);
  const createUrl = vi.spyOn(URL, "createObjectURL").mockImplementation(() => {
    throw new Error("Too little memory");
  });
  onTestFinished(() => createUrl.mockRestore());
  const exportRows = async () => {
    fireEvent.click(await screen.findByRole("button", { name: "Export Excel" }));
    await waitFor(() => expect(waiting).toHaveLength(1));
    expect(waiting[0]?.post).toMatchObject({ call: "events.checkInRows", input: { id: EVENT.id } });
  };
  await exportRows();
  await answerFirst(refusal("Problem 1"));
  await screen.findByText("Problem 1");
  // The page is loaded again, as after each check-in.
  await act(async () => router.revalidate());
  await waitFor(() => expect(router.state.revalidation).toBe("idle"));
  expect(waiting).toEqual([]);
  await exportRows();
  await act(() => router.navigate("/other"));
  await answerFirst({ value: { rows: [] } });
  await screen.findByText("This browser couldn't write the spreadsheet. Reload the page and try again.");
});

it("clones an event as a draft, which can be published while it is created", async () => {
  openEvents();
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "More actions for Fair" }));
  await user.click(await screen.findByRole("menuitem", { name: "Clone: Fair" }));
  const dialog = await screen.findByRole("dialog", { name: "Create Event" });
  expect(within(dialog).getByLabelText<HTMLInputElement>("Name").value).toBe("Copy of Fair");
  const published = within(dialog).getByLabelText<HTMLInputElement>("Is Published");
  within(dialog).getByText(
    "People can be invited to a draft, but their links don't work until it is published.",
  );
  expect(published.checked).toBe(false);
  await user.click(published);
  await user.click(within(dialog).getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(waiting).toHaveLength(1));
  expect(waiting[0]?.post).toMatchObject({
    call: "events.create",
    input: { name: "Copy of Fair", description: "For everyone", active: true },
  });
  await answerFirst({});
});

// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import HistoryModal from "~/ui/HistoryModal";
import { useCall } from "~/ui/useCall";
import { renderConsole } from "./render-console";

function Page() {
  const { run } = useCall();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {["First", "Second", "Third"].map((name) => (
        <button key={name} type="button" onClick={() => run({ call: "page.press", input: { name } })}>
          {name}
        </button>
      ))}
      <button type="button" onClick={() => setOpen(true)}>
        History
      </button>
      {isOpen && <HistoryModal name="Ann Lee" url="/history" onClose={() => setOpen(false)} />}
    </>
  );
}

/** Calls wait until they are answered, in any order. */
function waitingCalls() {
  const calls: (() => void)[] = [];
  return {
    count: () => calls.length,
    wait: () => new Promise<null>((resolve) => calls.push(() => resolve(null))),
    async answer(index: number) {
      await waitFor(() => expect(calls.length).toBeGreaterThan(index));
      await act(async () => calls[index]?.());
    },
  };
}

it("loads a dialog's data although operations that end at the same time make the router drop the load", async () => {
  const actions = waitingCalls();
  const pages = waitingCalls();
  const histories = waitingCalls();
  const entries = [{ id: "1", who: "Olive Owner", what: "approved", at: "2027-01-01T10:00:00Z" }];
  let isFast = false;
  const readHistory = async () => {
    if (!isFast) await histories.wait();
    return { entries };
  };
  renderConsole(
    [
      { path: "/page", element: <Page />, action: actions.wait, loader: pages.wait },
      { path: "/history", loader: readHistory },
    ],
    "/page",
  );
  await pages.answer(0);
  await screen.findByText("First");
  const press = (name: string) => fireEvent.click(screen.getByText(name));
  press("First");
  press("History");
  await waitFor(() => expect(histories.count()).toBe(1));
  press("Second");
  await actions.answer(0);
  await waitFor(() => expect(pages.count()).toBe(2));
  // The load is repeated with the data of the page after the second one. The third one is over before that.
  press("Third");
  await actions.answer(1);
  await pages.answer(1);
  await actions.answer(2);
  await waitFor(() => expect(pages.count()).toBe(4));
  isFast = true;
  await pages.answer(3);
  await screen.findByText(/approved/);
});

it("links to the changes before those of a dialog", async () => {
  const earlierUrl = "/activity/event/5?direction=next&last_id=x";
  const entries = [{ id: "1", who: "Olive Owner", what: "approved", at: "2027-01-01T10:00:00Z" }];
  renderConsole(
    [
      { path: "/page", element: <Page /> },
      { path: "/history", loader: () => ({ entries, earlierUrl, laterUrl: null }) },
    ],
    "/page",
  );
  fireEvent.click(await screen.findByText("History"));
  const link = await screen.findByRole("link", { name: "Earlier changes" });
  expect(link.getAttribute("href")).toBe(earlierUrl);
  expect(screen.queryByRole("link", { name: "Later changes" })).toBeNull();
});

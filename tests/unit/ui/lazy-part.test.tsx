// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { Suspense, useState } from "react";
import { expect, it, vi } from "vitest";
import { lazyPart } from "~/ui/lazy-part";
import { renderConsole } from "./render-console";

const FAILURE = /^Part of this page couldn't be loaded\./;

/** A part whose script can't be loaded without a connection. */
function openPart() {
  const connection = { isLost: true, loads: 0 };
  const Part = lazyPart<{ onClose?(): void }>(async () => {
    connection.loads += 1;
    if (connection.isLost) throw new Error("The connection is lost.");
    return { default: () => <p>The part</p> };
  });
  return { connection, Part };
}

it("a part that stays in the page is loaded again until that succeeds", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { connection, Part } = openPart();
  const element = (
    <Suspense>
      <Part />
    </Suspense>
  );
  renderConsole([{ path: "/", element }]);
  await screen.findByText(FAILURE);
  const after5Seconds = () => act(() => vi.advanceTimersByTimeAsync(5_000));
  await after5Seconds();
  expect(screen.queryByText("The part")).toBeNull();
  expect(screen.getAllByText(FAILURE)).toHaveLength(1);
  connection.isLost = false;
  await after5Seconds();
  await screen.findByText("The part");
});

it("the notice goes away when the last of the parts that stay in the page is loaded", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const [first, second] = [openPart(), openPart()];
  const element = (
    <Suspense>
      <first.Part />
      <first.Part />
      <second.Part />
    </Suspense>
  );
  renderConsole([{ path: "/", element }]);
  await screen.findByText(/\(3 times\)$/);
  first.connection.isLost = false;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.getAllByText("The part")).toHaveLength(2);
  expect(screen.getAllByText(FAILURE)).toHaveLength(1);
  second.connection.isLost = false;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getAllByText("The part")).toHaveLength(3);
  expect(screen.queryByText(FAILURE)).toBeNull();
});

it("a part that was closed is loaded again only when it is opened", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { connection, Part } = openPart();
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Suspense>{isOpen && <Part onClose={() => setOpen(false)} />}</Suspense>
      </>
    );
  }
  renderConsole([{ path: "/", element: <Page /> }]);
  fireEvent.click(await screen.findByText("Open"));
  await screen.findByText(FAILURE);
  connection.isLost = false;
  const { loads } = connection;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(connection.loads).toBe(loads);
  fireEvent.click(screen.getByText("Open"));
  await waitFor(() => expect(screen.queryByText("The part")).not.toBeNull());
});

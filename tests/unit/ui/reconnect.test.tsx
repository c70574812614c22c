// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen } from "@testing-library/react";
import { useRouteError } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ErrorPage } from "~/ui/ErrorPage";
import { renderConsole } from "./render-console";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const Failed = () => <ErrorPage error={useRouteError()} />;

/** Opens a page without a connection. */
async function openOffline() {
  let isConnected = false;
  const answerIfConnected = async () => {
    if (!isConnected) throw new TypeError("Failed to fetch");
    return new Response("ok");
  };
  const probe = vi.fn(answerIfConnected);
  vi.stubGlobal("fetch", probe);
  const { router } = renderConsole(
    [
      { path: "/", element: <h1>Home</h1> },
      { path: "/mail", loader: answerIfConnected, element: <h1>Mail</h1>, errorElement: <Failed /> },
    ],
    "/",
  );
  await act(() => router.navigate("/mail"));
  screen.getByRole("heading", { name: "Backroom doesn't respond" });
  const connect = () => {
    isConnected = true;
  };
  return { probe, connect, router };
}

const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
const isOpen = () => screen.queryByRole("heading", { name: "Mail" }) !== null;

test("a page without a connection tries again less and less often, and opens when Backroom responds", async () => {
  const { probe, connect } = await openOffline();
  expect(screen.getByRole("status").textContent).toBe("The page opens automatically when Backroom responds.");
  const counts = [];
  // After 5, 15, 35, 75 and 135 seconds.
  for (const seconds of [4, 2, 9, 1, 18, 2, 38, 2, 58, 2]) {
    await wait(seconds);
    counts.push(probe.mock.calls.length);
  }
  expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4, 5]);
  connect();
  await wait(59);
  expect(isOpen()).toBe(false);
  await wait(1);
  expect(isOpen()).toBe(true);
  await wait(600);
  expect(probe).toHaveBeenCalledTimes(6);
});

test("its button doesn't wait for the next attempt, and doesn't reload the document", async () => {
  const { probe, connect } = await openOffline();
  await wait(0);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await wait(0);
  expect(probe).toHaveBeenCalledTimes(1);
  expect(isOpen()).toBe(false);
  connect();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await wait(0);
  expect(isOpen()).toBe(true);
});

test("it tries again when the browser is online again", async () => {
  const { connect } = await openOffline();
  connect();
  fireEvent(window, new Event("online"));
  await wait(0);
  expect(isOpen()).toBe(true);
});

test("another page that was opened during an attempt stays open", async () => {
  const { probe, router } = await openOffline();
  let answer = (_: Response) => {};
  probe.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  screen.getByRole("button", { name: "Trying again…" });
  fireEvent.click(screen.getByRole("link", { name: "Go to the home page" }));
  await wait(0);
  answer(new Response("ok"));
  await wait(0);
  expect(router.state.location.pathname).toBe("/");
});

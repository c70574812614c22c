// @vitest-environment jsdom
import "./browser";
import { useRevalidator } from "@remix-run/react";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useEffect, useRef } from "react";
import { Outlet, type RouteObject } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { loadPage, peopleRoute } from "./people-list";
import { renderConsole } from "./render-console";

const TABS = [
  { id: "all", label: "All" },
  { id: "new", label: "New" },
];

/** As the page of a job does when the realtime connection opens. */
function RefreshOnMount() {
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  useEffect(() => latest.current(), []);
  return null;
}

test("a list names the shown tab in an address that lacks its tab, without loading the page again", async () => {
  const loader = vi.fn(loadPage);
  const { router } = renderConsole([peopleRoute({ tabs: TABS }, undefined, loader)], "/people?q=ben");
  const search = () => router.state.location.search;
  await waitFor(() => expect(search()).toBe("?q=ben&tab=all"));
  expect(loader).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole("tab", { name: "New" }));
  await waitFor(() => expect(search()).toBe("?q=ben&tab=new"));
  expect(loader).toHaveBeenCalledTimes(2);
});

test("a refresh that is requested while the address gets its tab isn't lost", async () => {
  const loader = vi.fn(loadPage);
  const people = peopleRoute({ tabs: TABS, children: <RefreshOnMount /> }, undefined, loader);
  // The root of the app loads after each change of the address, so the change takes a moment.
  const root: RouteObject = {
    loader: () => null,
    shouldRevalidate: () => true,
    element: <Outlet />,
    children: [{ ...people, shouldRevalidate: refreshUnlessOffline } as RouteObject],
  };
  const { router } = renderConsole([root], "/people");
  await waitFor(() => expect(router.state.location.search).toBe("?tab=all"));
  await waitFor(() => expect(loader).toHaveBeenCalledTimes(2));
});

test("the clicked tab is marked immediately, before its rows are there", async () => {
  let release = () => {};
  const loader = vi.fn(async (args: Parameters<typeof loadPage>[0]) => {
    if (args.request.url.includes("tab=new")) await new Promise<void>((resolve) => (release = resolve));
    return loadPage(args);
  });
  const { router } = renderConsole([peopleRoute({ tabs: TABS }, undefined, loader)], "/people?tab=all");
  fireEvent.click(await screen.findByRole("tab", { name: "New" }));
  await waitFor(() =>
    expect(screen.getByRole("tab", { name: "New" }).getAttribute("aria-selected")).toBe("true"),
  );
  expect(router.state.location.search).toBe("?tab=all");
  release();
  await waitFor(() => expect(router.state.location.search).toBe("?tab=new"));
});

test("the tabs have the keys of tabs: Home, End and the arrows move the focus, Space opens", async () => {
  const { router } = renderConsole(
    [peopleRoute({ tabs: [...TABS, { id: "old", label: "Old" }] })],
    "/people?tab=all",
  );
  const tab = (name: string) => screen.getByRole("tab", { name });
  await screen.findByRole("tab", { name: "All" });
  tab("All").focus();
  const focusAfter = (key: string) => {
    fireEvent.keyDown(document.activeElement as Element, { key });
    return document.activeElement?.textContent;
  };
  expect(["End", "ArrowRight", "ArrowLeft", "Home", "ArrowRight"].map(focusAfter)).toEqual([
    "Old",
    "All",
    "Old",
    "All",
    "New",
  ]);
  // Otherwise, the page would scroll.
  expect(fireEvent.keyDown(tab("New"), { key: " " })).toBe(false);
  await waitFor(() => expect(router.state.location.search).toBe("?tab=new"));
});

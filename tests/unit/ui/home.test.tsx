// @vitest-environment jsdom
import "./browser";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { FunctionEntry } from "~/core/function-entry";
import { FunctionCards } from "~/functions/home/ui/FunctionCards";
import { NeedsYou } from "~/functions/home/ui/NeedsYou";
import { renderConsole } from "./render-console";

const NOW = "2026-11-28T15:00:00.000Z";

const entry = (name: string, group: FunctionEntry["group"], description: string): FunctionEntry => ({
  name,
  path: `/${name}`,
  menuName: name,
  description,
  group,
  permission: "signed-in",
});

const functions = [
  entry("students", "people", "Approve or reject registrations"),
  entry("solr", "search", "Send the products to Solr"),
  entry("jobs", "console", "Background jobs"),
];

test("cards are in groups, typing narrows them by name and description, and Enter opens the first", async () => {
  const { router } = renderConsole([
    { path: "/", element: <FunctionCards functions={functions} figures={{}} now={NOW} /> },
    { path: "/solr", element: <h1>Solr</h1> },
  ]);
  const headings = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(headings()).toEqual(["People", "Search and feeds", "Console"]);
  const group = screen.getByRole("region", { name: "People" });
  expect(within(group).getByRole("link", { name: "students" })).toBeTruthy();
  const field = screen.getByRole("textbox", { name: "Find a page" });
  await userEvent.type(field, "products solr");
  expect(headings()).toEqual(["Search and feeds"]);
  await userEvent.type(field, "x");
  expect(screen.getByText("No page is called that.")).toBeTruthy();
  await userEvent.type(field, "{Backspace}{Enter}");
  expect(await screen.findByRole("heading", { name: "Solr" })).toBeTruthy();
  expect(router.state.location.pathname).toBe("/solr");
});

test("each line says what waits, since when or until when, and opens its page", () => {
  const line = {
    name: "students",
    text: "12 pending student registrations",
    count: 12,
    timing: "since" as const,
    at: "2026-11-25T15:00:00.000Z",
    action: "Decide",
    address: "/students?tab=pending",
  };
  const event = {
    ...line,
    name: "events",
    text: "1 event within a week",
    count: 1,
    timing: "until" as const,
  };
  renderConsole([
    {
      path: "/",
      element: <NeedsYou desk={{ lines: [line, { ...event, at: NOW }], lists: ["students"] }} now={NOW} />,
    },
  ]);
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.textContent).toContain("12 pending student registrations · oldest 3 days ago");
  expect(second?.textContent).toContain("1 event within a week · on 11/28/2026");
  const link = screen.getByRole("link", { name: "Decide: 12 pending student registrations" });
  expect(link.getAttribute("href")).toBe("/students?tab=pending");
});

test("without work it says so, and what couldn't be read is said, too", () => {
  renderConsole([{ path: "/", element: <NeedsYou desk={{ lines: [], lists: ["students"] }} now={NOW} /> }]);
  expect(screen.getByText("Nothing waits for you now.")).toBeTruthy();
  renderConsole([{ path: "/", element: <NeedsYou desk={null} now={NOW} /> }]);
  expect(screen.getByText(/couldn't be loaded/)).toBeTruthy();
});

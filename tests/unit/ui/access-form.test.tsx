// @vitest-environment jsdom
import "./browser";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { AccessForm } from "~/functions/access/ui/AccessForm";
import { renderConsole } from "./render-console";

const NORA = {
  id: "3",
  name: "Nora Nothing",
  email: "nora@shop.example",
  isOwner: false,
  flags: [],
  tabLimits: {},
  version: 0,
  lastSeenAt: null,
};
const LIMITED = [{ flag: "showProductMedia" as const, menuName: "Product media", tabs: ["media", "sync"] }];

it("names the function's tabs when an entered id is another one", async () => {
  const element = <AccessForm person={NORA} choices={[]} limited={LIMITED} />;
  renderConsole([{ path: "/access/3", element }], "/access/3");
  const user = userEvent.setup();
  const field = screen.getByRole("textbox", { name: "Tabs of Product media" });
  const problem = () => screen.queryByText(/isn't a tab/)?.textContent;
  await user.type(field, "media, snyc");
  await user.tab();
  expect(problem()).toBe("“snyc” isn't a tab. Enter ids of these tabs, separated by commas: media, sync.");
  await user.clear(field);
  await user.type(field, "media, sync");
  expect(problem()).toBeUndefined();
});

it("accepts an unknown id that is already stored for the person", async () => {
  const person = { ...NORA, tabLimits: { showProductMedia: ["snyc"] } };
  renderConsole(
    [{ path: "/access/3", element: <AccessForm person={person} choices={[]} limited={LIMITED} /> }],
    "/access/3",
  );
  const user = userEvent.setup();
  await user.type(screen.getByRole("textbox", { name: "Tabs of Product media" }), ", media, mdia");
  await user.tab();
  expect(screen.getByText(/isn't a tab/).textContent).toContain("“mdia” isn't a tab.");
});

// @vitest-environment jsdom
import "./browser";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import AccessOfOne, { shouldRevalidate } from "~/functions/access/routes/access.$id";
import { AccessForm } from "~/functions/access/ui/AccessForm";
import { renderConsole } from "./render-console";

/** Another test covers sign-in. */
vi.mock("~/core/authorize.server", () => ({ authorize: vi.fn() }));

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

it("keeps what was chosen when someone else has changed the access", async () => {
  const choices = [
    { flag: "showJobs", menuName: "Jobs", description: "" },
    { flag: "showMail", menuName: "Emails", description: "" },
  ];
  const loads = vi.fn((): object => ({ person: { ...NORA, version: 1 }, choices, limited: [] }));
  loads.mockImplementationOnce(() => ({ person: NORA, choices, limited: [] }));
  const text =
    "Olive Owner changed Nora Nothing's access. Discard unsaved changes, review the access, and try again.";
  let refuse = () => {};
  const action = () =>
    new Promise((resolve) => {
      refuse = () => resolve({ status: 409, notice: { level: "warning", text } });
    });
  renderConsole(
    [{ path: "/access/3", element: <AccessOfOne />, loader: loads, action, shouldRevalidate }],
    "/access/3",
  );
  const user = userEvent.setup();
  const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
  await screen.findByRole("checkbox", { name: "Jobs" });
  await user.click(box("Jobs"));
  await user.click(await screen.findByRole("button", { name: "Save" }));
  // A change during the save would be lost.
  await user.click(box("Emails"));
  refuse();
  await screen.findByText(text);
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeTruthy());
  expect([box("Jobs").checked, box("Emails").checked]).toEqual([true, false]);
});

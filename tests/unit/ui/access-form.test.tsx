// @vitest-environment jsdom
import "./browser";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import AccessOfOne, { shouldRevalidate } from "~/functions/access/routes/access.$id";
import { AccessForm } from "~/functions/access/ui/AccessForm";
import type { PageCall } from "~/platform/page-call";
import { connected, publish, socket } from "./fake-socket";
import { renderConsole } from "./render-console";

/** Another test covers sign-in. */
vi.mock("~/core/authorize.server", () => ({ authorize: vi.fn(), pageLoader: vi.fn(), callsAction: vi.fn() }));

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
  const field = screen.getByRole("textbox", { name: "Tabs of Product media (optional)" });
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
  await user.type(screen.getByRole("textbox", { name: "Tabs of Product media (optional)" }), ", media, mdia");
  await user.tab();
  expect(screen.getByText(/isn't a tab/).textContent).toContain("“mdia” isn't a tab.");
});

it("shows what someone else granted while the form is open", async () => {
  const choices = [{ flag: "showMail", menuName: "Emails", description: "" }];
  const loads = vi.fn(() => ({ person: { ...NORA, version: 1, flags: ["showMail"] }, choices, limited: [] }));
  loads.mockImplementationOnce(() => ({ person: { ...NORA, flags: [] }, choices, limited: [] }));
  renderConsole(
    [{ path: "/access/3", element: <AccessOfOne />, loader: loads, shouldRevalidate }],
    "/access/3",
  );
  const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "Emails" });
  await screen.findByRole("checkbox", { name: "Emails" });
  expect(box().checked).toBe(false);
  socket.missed = [];
  await connected();
  publish("changed", { list: "access" });
  await waitFor(() => expect(box().checked).toBe(true));
});

it("keeps what was chosen when someone else has changed the access, shows both, and applies it on top", async () => {
  const choices = [
    { flag: "showJobs", menuName: "Jobs", description: "" },
    { flag: "showMail", menuName: "Emails", description: "" },
  ];
  const theirs = { ...NORA, version: 1, flags: ["showMail"] };
  const loads = vi.fn((): object => ({ person: theirs, choices, limited: [] }));
  loads.mockImplementationOnce(() => ({ person: NORA, choices, limited: [] }));
  const text = "Olive Owner changed Nora Nothing's access. Review the access, and try again.";
  const posts: PageCall[] = [];
  let refuse = () => {};
  const action = async ({ request }: { request: Request }) => {
    posts.push(await request.json());
    if (posts.length > 1) return {};
    return new Promise((resolve) => {
      refuse = () => resolve({ status: 409, notice: { level: "warning", text } });
    });
  };
  renderConsole(
    [{ path: "/access/3", element: <AccessOfOne />, loader: loads, action, shouldRevalidate }],
    "/access/3",
  );
  const user = userEvent.setup();
  const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
  await screen.findByRole("checkbox", { name: "Jobs" });
  await user.click(box("Jobs"));
  await user.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(posts).toHaveLength(1));
  // A change during the save would be lost.
  await user.click(box("Emails"));
  refuse();
  const apply = await screen.findByRole("button", { name: "Apply my changes on top" });
  expect([box("Jobs").checked, box("Emails").checked]).toEqual([true, true]);
  screen.getByText("Changed from “off” to “on” since you opened this.");
  await user.click(apply);
  await waitFor(() => expect(posts).toHaveLength(2));
  expect(posts[1]).toMatchObject({ input: { version: 1, flags: ["showMail", "showJobs"] } });
});

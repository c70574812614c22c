// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { answerCall, type CallAnswer } from "~/core/answer-call.server";
import {
  type PriceSpiderPageData,
  priceSpiderTexts,
  readPriceSpiderPage,
} from "~/functions/priceSpider/page.server";
import type { SettingsAnswer, Transfer } from "~/functions/priceSpider/schemas";
import { INITIAL_SETTINGS } from "~/functions/priceSpider/settings-fields";
import { PriceSpiderPage } from "~/functions/priceSpider/ui/PriceSpiderPage";
import { notFound } from "~/platform/errors";
import type { PageCall } from "~/platform/page-call";
import { renderConsole } from "./render-console";

vi.mock("socket.io-client", () => ({ io: () => ({ on: () => {}, off: () => {}, disconnect: () => {} }) }));

const settings = {
  ...INITIAL_SETTINGS,
  priceSpiderHost: "ftp.pricespider.example",
  priceSpiderPort: "21",
  priceSpiderPassword: "" as const,
  enable: true,
};
const page = (more: Partial<PriceSpiderPageData> = {}): PriceSpiderPageData => ({
  settings: {
    status: true,
    msg: "Settings found.",
    settings,
    hasPassword: true,
    serverKey: null,
    newServerKey: null,
  },
  transfers: [],
  current: null,
  log: null,
  problems: [],
  ...more,
});
const transfer = (more: Partial<Transfer> = {}): Transfer => ({
  status: "Running",
  state: "running",
  displayName: "Update PriceSpider",
  fileName: "t1",
  duration: 0,
  progress: 20,
  failed: 0,
  startedBy: "Olive Owner",
  startedAt: "2026-11-22T12:00:00.000Z",
  finishedAt: null,
  reason: null,
  notes: [],
  heldBack: null,
  ...more,
});

let data: PriceSpiderPageData;
let posts: PageCall[];
let answer: CallAnswer;

beforeEach(() => {
  Object.assign(window, {
    shopify: { idToken: async () => "token", toast: { show: () => {} }, loading: () => {} },
  });
  posts = [];
});

it("shows each step of a test, and tests stored settings only", async () => {
  answer = {
    notice: { level: "critical", text: "It has no folder /in. Create it there." },
    value: {
      steps: [
        { name: "Name", state: "passed", text: "ftp.pricespider.example is 192.0.2.1." },
        { name: "Folder", state: "failed", text: "It has no folder /in. Create it there." },
        { name: "Write", state: "skipped", text: "" },
      ],
    },
  };
  await open(page());
  fireEvent.click(screen.getByRole("button", { name: "Test connection" }));
  const steps = await screen.findByRole("list", { name: "Steps of the test" });
  expect(
    within(steps)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "NameSuccessPassedftp.pricespider.example is 192.0.2.1.",
    "FolderCriticalFailedIt has no folder /in. Create it there.",
    "WriteNot reached",
  ]);
  expect(posts).toEqual([{ call: "priceSpider.test", input: {} }]);
  fireEvent.change(screen.getByRole("textbox", { name: "Host" }), { target: { value: "other.example" } });
  expect(screen.getByRole("button", { name: "Test connection" }).getAttribute("aria-disabled")).toBe("true");
});

const Page = () => <PriceSpiderPage {...(useLoaderData() as PriceSpiderPageData)} />;

async function open(loaded: PriceSpiderPageData) {
  data = loaded;
  const { router } = renderConsole(
    [
      {
        path: "/priceSpider",
        element: <Page />,
        loader: () => data,
        action: async ({ request }) => {
          const { call, input } = await request.json();
          const { operationId: _id, ...given } = input;
          posts.push({ call, input: given });
          return answer;
        },
      },
    ],
    "/priceSpider",
  );
  await screen.findByRole("heading", { name: "PriceSpider", level: 1 });
  return router;
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const isDisabled = (name: string) => button(name).getAttribute("aria-disabled") === "true";
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

it("sends the changed settings only, and keeps what failed with its reason", async () => {
  await open(page());
  expect(isDisabled("Update Settings")).toBe(true);
  type("Host", "other.example");
  type("Host", "ftp.pricespider.example");
  expect(isDisabled("Update Settings")).toBe(true);
  type("Port", "25");
  type("Upload Directory", "/in/");
  const posted = { call: "priceSpider.update", input: { priceSpiderPort: "25", uploadDir: "/in/" } };
  const update = async () => ({
    status: false,
    msg: "Not updated: Port",
    problems: { priceSpiderPort: "must be 21, 22, 990, or a number from 1024 to 65535" },
    updated: [{ setting: "uploadDir", value: "/in" }],
  });
  answer = await answerCall({ priceSpider: { update } }, priceSpiderTexts, posted);
  expect(answer.notice?.level).toBe("critical");
  fireEvent.click(button("Update Settings"));
  // What the answer would replace can't be changed.
  expect([field("Host").readOnly, field("Enable").disabled, field("FTP Client").disabled]).toEqual([
    true,
    true,
    true,
  ]);
  await screen.findByText("Not updated: Port");
  expect(posts).toEqual([posted]);
  await screen.findByText("This field must be 21, 22, 990, or a number from 1024 to 65535.");
  expect([field("Port").value, field("Upload Directory").value]).toEqual(["25", "/in"]);
  type("Port", "21");
  expect(screen.queryByText(/^This field must be/)).toBeNull();
  expect(isDisabled("Update Settings")).toBe(true);
});

it("has nothing unsaved once the settings are updated, before the page's data have come again", async () => {
  await open(page());
  type("User", "another");
  await screen.findByText("Unsaved changes");
  answer = {
    notice: { level: "success", text: "Updated." },
    value: { updated: [{ setting: "priceSpiderUser", value: "another" }] },
  };
  data = new Promise(() => {}) as never;
  fireEvent.click(button("Update Settings"));
  await waitFor(() => expect(posts).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  expect(field("User").value).toBe("another");
});

it("restores the stored settings after a refusal", async () => {
  await open(page());
  type("User", "another");
  answer = {
    notice: { level: "critical", title: "Error updating settings", text: "No." },
    status: 403,
  };
  fireEvent.click(button("Update Settings"));
  await screen.findByText("Error updating settings");
  await waitFor(() => expect(field("User").value).toBe(""));
  expect(isDisabled("Update Settings")).toBe(true);
});

it("can't start a transfer that the stored settings turn off", async () => {
  await open(page({ settings: { ...page().settings, settings: { ...settings, enable: false } } as never }));
  fireEvent.click(field("Enable"));
  expect(isDisabled("Update PriceSpider")).toBe(true);
});

it("shows what runs instead of a notice about its start, and how it ended once", async () => {
  const router = await open(page());
  const start = async () => ({ status: true, msg: "Started.", jobId: "t1" });
  const posted = { call: "priceSpider.transfer", input: {} };
  answer = await answerCall({ priceSpider: { transfer: start } }, priceSpiderTexts, posted);
  data = page({ transfers: [transfer()] });
  fireEvent.click(button("Update PriceSpider"));
  await screen.findByText("Running");
  expect(screen.queryByText("Started.")).toBeNull();
  expect(screen.queryByText("PriceSpider updated")).toBeNull();
  data = page({ transfers: [transfer({ state: "completed", status: "Completed", progress: 100 })] });
  act(() => void router.revalidate());
  await screen.findByText("PriceSpider updated");

  // Loaded again, it isn't shown again.
  const later = transfer({ state: "completed", status: "Completed", duration: 9 });
  data = page({ transfers: [later] });
  act(() => void router.revalidate());
  await screen.findByText("9 seconds");
  expect(screen.getByText(/^PriceSpider updated/).textContent).toBe("PriceSpider updated");
});

it("says how a transfer ended while there are unsaved edits, and keeps them", async () => {
  await open(page());
  answer = { value: { jobId: "t1" }, accepted: true };
  data = page({ transfers: [transfer()] });
  fireEvent.click(button("Update PriceSpider"));
  await screen.findByText("Running");
  type("User", "another");
  data = page({ transfers: [transfer({ state: "completed", status: "Completed", progress: 100 })] });
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  onTestFinished(() => visibility.mockRestore());
  // Without a connection, a page is refreshed when it is seen again.
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await screen.findByText("PriceSpider updated");
  expect(field("User").value).toBe("another");
  expect(isDisabled("Update Settings")).toBe(false);
});

it("without a connection, a transfer is followed until it has ended", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await open(page({ transfers: [transfer()], current: { id: "t1", progress: 20, lines: [] } }));
  data = page({ transfers: [transfer({ state: "completed", status: "Completed", progress: 100 })] });
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  await screen.findByText("PriceSpider updated");
  expect(isDisabled("Update PriceSpider")).toBe(false);
});

it("asks before it transfers a feed that was held back, and names the reason", async () => {
  const failed = { state: "completed", status: "Failed", failed: 1, reason: "Too small." } as const;
  await open(page({ transfers: [transfer({ ...failed, heldBack: { bytes: 100, lastBytes: 1_000 } })] }));
  answer = { value: { jobId: "t1" }, accepted: true };
  fireEvent.click(button("Retry what failed"));
  const dialog = await screen.findByRole("dialog");
  within(dialog).getByText(/^The feed had 100 bytes. The one before had 1,000 bytes./);
  fireEvent.click(within(dialog).getByRole("button", { name: "Transfer" }));
  await waitFor(() =>
    expect(posts).toEqual([{ call: "priceSpider.retry", input: { f: "t1", confirm: true } }]),
  );
});

it("shows a changed key and accepts it after a confirmation", async () => {
  const changed = { ...page().settings, serverKey: "SHA256:old", newServerKey: "SHA256:new" };
  await open(page({ settings: changed as PriceSpiderPageData["settings"] }));
  screen.getByText("Before: SHA256:old");
  fireEvent.click(button("Accept the new key"));
  answer = { notice: { level: "success", text: "Accepted." } };
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Accept" }));
  await waitFor(() =>
    expect(posts).toEqual([{ call: "priceSpider.acceptKey", input: { key: "SHA256:new" } }]),
  );
});

it("asks no longer about a key when the server has yet another one", async () => {
  const withKey = (newServerKey: string) =>
    page({ settings: { ...page().settings, serverKey: "SHA256:old", newServerKey } as SettingsAnswer });
  const router = await open(withKey("SHA256:new"));
  fireEvent.click(button("Accept the new key"));
  await screen.findByRole("dialog");
  data = withKey("SHA256:other");
  await act(async () => router.revalidate());
  screen.getByText("Now: SHA256:other");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("shows the steps of a test no longer when the settings were updated since", async () => {
  await open(page());
  answer = {
    notice: { level: "success", text: "Tested." },
    value: { steps: [{ name: "Write", state: "passed", text: "" }] },
  };
  fireEvent.click(button("Test connection"));
  await screen.findByRole("list", { name: "Steps of the test" });
  type("Upload Directory", "/in");
  answer = {
    notice: { level: "success", text: "Updated." },
    value: { updated: [{ setting: "uploadDir", value: "/in" }] },
  };
  fireEvent.click(button("Update Settings"));
  await screen.findByText("Updated.");
  await waitFor(() => expect(isDisabled("Test connection")).toBe(false));
  expect(screen.queryByRole("list", { name: "Steps of the test" })).toBeNull();
});

it("warns that a server without a key gets the password without encryption", async () => {
  const changed = { ...page().settings, serverKey: "SHA256:old", newServerKey: "none" };
  await open(page({ settings: changed as PriceSpiderPageData["settings"] }));
  screen.getByText("Now: none, because the server no longer offers TLS");
  fireEvent.click(button("Accept a server without a key"));
  within(await screen.findByRole("dialog")).getByText(/sends the password and the feed without encryption/);
});

it("shows the rest when only the log of the transfer in progress can't be read", async () => {
  const read = async () => page().settings as SettingsAnswer;
  const logs = async () => ({ status: true, msg: "", list: [transfer()] });
  const log = async () => {
    throw notFound("There is no such log.");
  };
  await open(await readPriceSpiderPage(new Request("https://x.example/"), { read, logs, log } as never));
  expect(field("Host").value).toBe("ftp.pricespider.example");
  screen.getByText("Update PriceSpider: 20 %");
  within(screen.getByRole("log")).getByText("The log so far couldn't be read. There is no such log.");
});

it("says why settings and transfers are missing, and not that there are none", async () => {
  const problems = ["settings", "transfers"].map(
    (what) => `Error getting ${what}: The database can't be reached.`,
  );
  await open(page({ settings: null, transfers: null, problems }));
  for (const problem of problems) screen.getByText(problem);
  expect(screen.queryByText("No transfer is running.")).toBeNull();
  expect(screen.queryByText("No Records Found")).toBeNull();
  expect(isDisabled("Update PriceSpider")).toBe(true);
});

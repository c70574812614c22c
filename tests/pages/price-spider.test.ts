/** The page PriceSpider: its settings, the test of the connection, and transfers with what they need from a person. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startFtpServer } from "../../local-store/pricespider/ftp-server.ts";
import {
  openPriceSpiderShop,
  type PriceSpiderShop,
  runTransfer,
  settingsFor,
} from "../integration/priceSpider/support.ts";
import { clickButton, clickWhenReady, isDisabled } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { hideTable, lockTable } from "../support/table-faults.ts";
import { DEMO } from "../support/test-shop.ts";

let priceSpider: PriceSpiderShop;
beforeAll(async () => {
  priceSpider = await openPriceSpiderShop("pages_price_spider");
});
afterAll(() => priceSpider.close());

const calls = () => priceSpider.ann.priceSpider;
const faults = () => priceSpider.shop.localStore.store.faults;

async function open() {
  const router = await openConsole(priceSpider.shop, "/priceSpider");
  await screen.findByRole("heading", { name: "PriceSpider", level: 1 });
  return router;
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: "input, select" });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const confirm = async (name: string) =>
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));
const needs = () => within(screen.getByText("Needs a person").closest("div") as HTMLElement);

/** The texts of the steps of a test, once they are shown. */
async function stepsOfTest() {
  const list = await screen.findByRole("list", { name: "Steps of the test" });
  return within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
}

/** The transfer that was requested last. */
const newest = async () => (await calls().logs()).list[0];
/** Waits until the page has requested a transfer, and runs it. */
async function runRequested(): Promise<void> {
  await expect.poll(async () => (await newest())?.state).toBe("queued");
  await runTransfer((await newest())?.fileName ?? "");
}

/** A transfer that another administrator starts. */
async function transferElsewhere(): Promise<void> {
  const { jobId } = await calls().transfer();
  await runTransfer(jobId);
}

/** Without a connection, a page is refreshed when it is seen again. */
function seeAgain() {
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  onTestFinished(() => visibility.mockRestore());
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

test("settings are entered, those that fail say why and stay, and the stored ones are tested", async () => {
  const stored = settingsFor(priceSpider, "SFTP");
  await open();
  screen.getByText("No settings found.");
  expect([isDisabled("Update PriceSpider"), isDisabled("Update Settings")]).toEqual([true, true]);
  clickButton("Turn it on in the settings");
  expect(document.activeElement).toBe(field("Url"));
  type("Host", "other.example");
  expect(isDisabled("Test connection")).toBe(true);
  type("Host", "");
  expect(isDisabled("Update Settings")).toBe(true);

  type("Url", stored.wyomindProductFeedsUrl);
  type("Host", stored.priceSpiderHost);
  type("Port", "25");
  type("User", stored.priceSpiderUser);
  type("Password", stored.priceSpiderPassword);
  type("Upload Directory", "/nowhere/");
  fireEvent.change(field("FTP Client"), { target: { value: "SFTP" } });
  fireEvent.click(field("Enable"));
  await screen.findByText("Unsaved changes");
  expect(isDisabled("Update PriceSpider")).toBe(true);
  await clickWhenReady("Update Settings");
  // What the answer would replace can't be changed.
  expect([field("Host").readOnly, field("Enable").disabled, field("FTP Client").disabled]).toEqual([
    true,
    true,
    true,
  ]);
  await screen.findByText("Not updated: Host, Port, User, Password, FTP Client");
  await screen.findByText("This field must be 21, 22, 990, or a number from 1024 to 65535.");
  await waitFor(() => expect(field("Port").readOnly).toBe(false));
  // What was updated is as it is stored, and what failed as it was entered.
  expect(["Port", "Password", "Upload Directory"].map((name) => field(name).value)).toEqual([
    "25",
    stored.priceSpiderPassword,
    "/nowhere",
  ]);
  expect((await calls().read()).settings).toMatchObject({ uploadDir: "/nowhere", priceSpiderHost: "" });
  type("Port", stored.priceSpiderPort);
  expect(screen.queryByText(/^This field must be/)).toBeNull();
  await userEvent.type(field("User"), "{Enter}");
  await screen.findByText("Settings updated");
  await screen.findByText(/^A password is stored/);
  // What an earlier attempt said no longer holds.
  expect(screen.queryByText(/^Not updated/)).toBeNull();
  expect(screen.queryByText("Unsaved changes")).toBeNull();
  expect([field("Password").value, isDisabled("Update Settings")]).toEqual(["", true]);
  expect(isDisabled("Update PriceSpider")).toBe(false);

  await clickWhenReady("Test connection");
  const failed = await stepsOfTest();
  expect(failed.map((text) => text?.replace(/(Passed|Failed).*$/, "$1"))).toEqual([
    "NameSuccessPassed",
    "PortSuccessPassed",
    "ServerSuccessPassed",
    "KeySuccessPassed",
    "Sign-inSuccessPassed",
    "FolderCriticalFailed",
    "WriteNot reached",
    "RenameNot reached",
    "DeleteNot reached",
  ]);
  await screen.findAllByText(/folder \/nowhere/);
  type("Upload Directory", stored.uploadDir);
  expect(isDisabled("Test connection")).toBe(true);
  await clickWhenReady("Update Settings");
  await screen.findByText("Settings updated");
  await waitFor(() => expect(isDisabled("Test connection")).toBe(false));
  // They say nothing about the new folder.
  expect(screen.queryByRole("list", { name: "Steps of the test" })).toBeNull();
  await clickWhenReady("Test connection");
  expect(screen.queryByRole("list", { name: "Steps of the test" })).toBeNull();
  const passed = await stepsOfTest();
  expect(screen.queryByText(/folder \/nowhere/)).toBeNull();
  expect(passed).toHaveLength(failed.length);
  for (const step of passed) expect(step).toContain("SuccessPassed");

  // Nothing is unsaved once the settings are updated, before the page's data have come again.
  type("Upload Directory", "/");
  const unlock = await lockTable("runs");
  await clickWhenReady("Update Settings");
  await screen.findByText("Settings updated");
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  expect([field("Upload Directory").value, field("Host").readOnly]).toEqual(["/", true]);
  await unlock();

  // A refusal restores the stored settings.
  type("User", "x".repeat(501));
  await clickWhenReady("Update Settings");
  await screen.findByText("Error updating settings");
  await waitFor(() => expect(field("User").value).toBe(stored.priceSpiderUser));
  expect(isDisabled("Update Settings")).toBe(true);
});

test("a transfer is followed until it has ended, also with unsaved edits, and one that failed is retried", async () => {
  await calls().update(settingsFor(priceSpider, "SFTP"));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const router = await open();
  await clickWhenReady("Start the first transfer");
  await screen.findByText("Update PriceSpider: 0 %");
  expect(screen.queryByText(/^The transfer was started/)).toBeNull();
  expect(isDisabled("Update PriceSpider")).toBe(true);
  type("User", "another");
  faults().set(DEMO, { uploadDiskFull: 1 });
  await runRequested();
  seeAgain();
  await screen.findByText("Error updating PriceSpider");
  expect(field("User").value).toBe("another");
  expect(isDisabled("Update Settings")).toBe(false);
  needs().getByText(/PriceSpider's SFTP server/);
  faults().reset(DEMO);
  await clickWhenReady("Retry what failed");
  await screen.findByText(/^Update PriceSpider: \d+ %$/);
  await runRequested();
  // While a transfer is in progress, it is also read again from time to time.
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  await screen.findByText("PriceSpider updated");
  needs().getByText("Nothing");
  // Loaded again, how it ended isn't shown again.
  fireEvent.click(screen.getByRole("button", { name: /Dismiss/ }));
  await act(() => router.revalidate());
  expect(screen.queryByText("PriceSpider updated")).toBeNull();

  const runs = within(screen.getByRole("table", { name: "runs" }));
  fireEvent.click(runs.getAllByRole("link")[0] as HTMLElement);
  const lines = await screen.findByRole("table", { name: "log lines" });
  within(lines).getByText(/^Renamed to pricespider\.csv\./);
});

test("what can't be read is named, and the rest is shown", async () => {
  await calls().update(settingsFor(priceSpider, "SFTP"));
  const { jobId } = await calls().transfer();
  // Once the tables are there again.
  onTestFinished(() => runTransfer(jobId));
  await hideTable("run_log_lines");
  const router = await open();
  expect(field("Host").value).toBe("localhost");
  screen.getByText("Update PriceSpider: 0 %");
  within(screen.getByRole("log")).getByText(/^The log so far couldn't be read\. /);
  await hideTable("runs");
  await hideTable("settings");
  await act(() => router.revalidate());
  await screen.findByText(/^Error getting settings: /);
  screen.getByText(/^Error getting transfers: /);
  // Not that there are none.
  expect(screen.queryByText("No transfer is running.")).toBeNull();
  expect(screen.queryByText("No Records Found")).toBeNull();
  expect(isDisabled("Update PriceSpider")).toBe(true);
});

test("a feed that was held back is transferred after a confirmation that names its size", async () => {
  await calls().update(settingsFor(priceSpider, "SFTP"));
  await transferElsewhere();
  faults().set(DEMO, { feedMissing: 0.8 });
  onTestFinished(() => void faults().reset(DEMO));
  await transferElsewhere();
  await open();
  needs().getByText(/less than half/);
  await clickWhenReady("Retry what failed");
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/^The feed had \d+ bytes. The one before had [\d,]+ bytes./);
  clickButton("Transfer", dialog);
  await runRequested();
  expect(await newest()).toMatchObject({ status: "Completed", heldBack: null });
});

test("a changed key is accepted after a confirmation, and not one that changed again", async () => {
  await calls().update(settingsFor(priceSpider, "SFTP"));
  await transferElsewhere();
  const { serverKey: before } = await calls().read();
  const changeKey = async () => {
    await priceSpider.receiver.changeKey();
    await transferElsewhere();
    const { newServerKey } = await calls().read();
    return newServerKey;
  };
  const now = await changeKey();
  await open();
  screen.getByText(`Before: ${before}`);
  screen.getByText(`Now: ${now}`);
  await clickWhenReady("Accept the new key");
  await screen.findByRole("dialog");
  const other = await changeKey();
  seeAgain();
  await screen.findByText(`Now: ${other}`);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await clickWhenReady("Accept the new key");
  await confirm("Accept");
  await screen.findByText(/^The change was accepted/);
  await screen.findByText(`The server's key is ${other}.`);
  expect(await calls().read()).toMatchObject({ serverKey: other, newServerKey: null });
});

test("a server that no longer encrypts gets nothing before it is accepted", async () => {
  const { store } = priceSpider.shop.localStore;
  const options = { host: "127.0.0.1", events: priceSpider.receiver.events };
  const encrypted = await startFtpServer(store, { ...options, port: 0 });
  await calls().update({ ...settingsFor(priceSpider, "FTP"), priceSpiderPort: String(encrypted.port) });
  await transferElsewhere();
  await encrypted.close();
  const plain = await startFtpServer(store, { ...options, port: encrypted.port, tls: false });
  onTestFinished(() => plain.close());
  await transferElsewhere();
  await open();
  screen.getByText("Now: none, because the server no longer offers TLS");
  await clickWhenReady("Accept a server without a key");
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/sends the password and the feed without encryption/);
});

import { type Browser, chromium, type FrameLocator, type Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chromiumProgram } from "../../support/chromium.ts";
import { startTestStore } from "./running-store.ts";
import { type StubApp, startStubApp } from "./stub-app.ts";

let app: StubApp;
let store: Awaited<ReturnType<typeof startTestStore>>;
let browser: Browser;
let page: Page;
let frame: FrameLocator;
let complaints: string[];

beforeAll(async () => {
  app = await startStubApp();
  store = await startTestStore(app.url);
  app.adminOrigin = store.url;
  browser = await chromium.launch({
    executablePath: chromiumProgram(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
  });
});
afterAll(async () => {
  await browser.close();
  await store.dispose();
  await app.close();
});

beforeEach(async () => {
  page = await browser.newPage();
  complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  frame = page.frameLocator("iframe");
});
afterEach(async () => {
  await page.close();
  expect(complaints).toEqual([]);
});

const open = (path: string) => page.goto(`${store.url}/store/backroom-demo/apps/backroom${path}`);

describe("the stand-in for App Bridge, in the store's admin", () => {
  it("shows the app's menu, navigates inside the app, and synchronizes the URL", async () => {
    await open("/students?tab=approved");
    await frame.getByRole("heading", { name: "/students" }).waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    await frame.getByRole("heading", { name: "/settings" }).waitFor();
    await page.waitForURL("**/store/backroom-demo/apps/backroom/settings");
    await page.goBack();
    await frame.getByRole("heading", { name: "/students" }).waitFor();
    await page.waitForURL("**/apps/backroom/students?tab=approved");
    await page.reload();
    await frame.getByRole("heading", { name: "/students" }).waitFor();
    expect(new URL(page.url()).search).toBe("?tab=approved");
  });

  it("stays on the page that the app has opened since, for another administrator", async () => {
    await open("/students");
    await frame.getByRole("heading", { name: "/students" }).waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.waitForURL("**/apps/backroom/settings");
    const switched = page.waitForResponse((response) => new URL(response.url()).pathname === "/switch");
    await page.getByLabel("Acting as").selectOption("2");
    expect((await switched).headers().location).toBe("/store/backroom-demo/apps/backroom/settings");
    await frame.getByRole("heading", { name: "/settings" }).waitFor();
  });

  it("sends the session token, and a fresh one if it has expired", async () => {
    await fetch(`${store.url}/knobs/session-token`, knob({ lifetimeSeconds: -10 }));
    await open("/");
    await frame.getByRole("heading").waitFor();
    const expired = page.waitForResponse((response) => response.status() === 401);
    await page.route("**/session-token/1", async (route) => {
      // Only the first token is expired.
      const response = await route.fetch();
      await fetch(`${store.url}/knobs/session-token`, knob({ lifetimeSeconds: 60 }));
      await route.fulfill({ response });
    });
    await frame.getByRole("button", { name: "Who" }).click();
    await expired;
    await frame.getByText("administrator 1 of https://backroom-demo.myshopify.com").waitFor();
    complaints = complaints.filter((text) => !text.includes("401"));
  });

  it("shows toasts in the admin and opens admin pages", async () => {
    await open("/");
    await frame.getByRole("button", { name: "Toast" }).click();
    await page.getByText("Hello from the app").waitFor();
    await frame.getByRole("button", { name: "Products" }).click();
    await page.waitForURL("**/store/backroom-demo/products");
  });

  it("shows the save bar for a changed form and handles Discard and Save", async () => {
    await open("/");
    const input = frame.getByLabel("Limit");
    await input.fill("1");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByText("Unsaved changes").waitFor({ state: "hidden" });
    expect(await input.inputValue()).toBe("9500");
    await input.fill("2");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await frame.getByText("saved 2").waitFor();
    await page.getByText("Unsaved changes").waitFor({ state: "hidden" });
  });

  it("reloads a page without a token and still works afterwards", async () => {
    await open("/students?id_token=");
    await frame.getByRole("heading", { name: "/students" }).waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    await frame.getByRole("heading", { name: "/settings" }).waitFor();
    await frame.getByRole("button", { name: "Who" }).click();
    await frame.getByText("administrator 1").waitFor();
  });
});

function knob(body: object): RequestInit {
  return { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

import fs from "node:fs";
import path from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type FrameLocator,
  type Page,
} from "playwright";
import { expect, inject, type RunnerTask } from "vitest";
import { chromiumProgram } from "./chromium.ts";
import { type PageGuard, watchPage } from "./page-guard.ts";

/** Which page of the local store's admin to open, and as whom. */
export interface AdminVisit {
  /** The app's path, such as `/students?tab=approved`. */
  path?: string;
  /** Session token `sub`: `1` owner, `2` credits only, `3` nothing. */
  administrator?: "1" | "2" | "3";
  shop?: "backroom-demo" | "backroom-second";
  viewport?: { width: number; height: number };
}

/** The admin's page with the app in its iframe. */
export interface AdminPage {
  page: Page;
  app: FrameLocator;
  /** Allows a console error, page error or failed request whose text matches; without it each fails the test. */
  allow: PageGuard["allow"];
}

/** How long a test waits for something to be there: a slow machine needs seconds, a broken page is broken after these. */
const WAIT_MS = 20_000;

/** One for all files of tests, which share this module (vitest.config.ts); it ends with their process. */
let browser: Promise<Browser> | undefined;
let opened: { page: Page; context: BrowserContext; guard: PageGuard }[] = [];
/** Profiles that nobody uses: emptied, but for the scripts of the page, which need not be read and compiled anew. */
const idle: BrowserContext[] = [];
const scriptless = new WeakSet<BrowserContext>();

/** Recording each step costs a third of a test's work, so it is done when somebody looks for a fault. */
const RECORDS = process.env.E2E_TRACE === "1";

/**
 * Opens the local store's admin page in a profile without anything in it, as a person's browser would show it. When the test
 * failed, a screenshot and the frame's HTML lie in `test-results/`; with `E2E_TRACE=1` a trace as well. Fails the test on any
 * console error, uncaught error or failed request that it did not allow.
 */
export async function openAdmin(visit: AdminVisit = {}): Promise<AdminPage> {
  const { path: appPath = "/", administrator = "1", shop = "backroom-demo", viewport } = visit;
  const { page, guard } = await openPage(idle.pop() ?? (await newProfile()), viewport);
  const url = new URL(`/store/${shop}/apps/backroom${appPath}`, inject("backroom").localStoreUrl);
  url.searchParams.set("administrator", administrator);
  await page.goto(url.href);
  await isTakenOver(page);
  return { page, app: page.frameLocator("iframe"), allow: guard.allow };
}

/** Waits until the app's script has taken over what the server wrote: what somebody types or presses before that is lost. */
export async function isTakenOver(page: Page): Promise<void> {
  const document = page.frameLocator("iframe").locator("html");
  // React marks each element of the server's that it has taken over, the outermost last.
  const isMarked = (element: Element) =>
    Object.keys(element).some((name) => name.startsWith("__reactProps$"));
  await expect.poll(() => document.evaluate(isMarked), { timeout: WAIT_MS }).toBe(true);
}

/** Opens a page of the local store without a script, on a phone: as the least of what its visitors have. Watched as the others. */
export async function openWithoutScript(path: string): Promise<Omit<AdminPage, "app">> {
  const profile = await newProfile({ javaScriptEnabled: false });
  const { page, guard } = await openPage(profile, { width: 390, height: 844 });
  await page.goto(new URL(path, inject("backroom").localStoreUrl).href);
  return { page, allow: guard.allow };
}

async function openPage(context: BrowserContext, viewport = { width: 1280, height: 800 }) {
  if (RECORDS) await context.tracing.start({ screenshots: true, snapshots: true });
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  const guard = watchPage(page);
  opened.push({ page, context, guard });
  return { page, guard };
}

async function newProfile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  browser ??= launch();
  const context = await (await browser).newContext({
    ...options,
    // "HeadlessChrome" counts as a robot, which Shopify's authentication answers with 410.
    userAgent: await userAgent(),
  });
  context.setDefaultTimeout(WAIT_MS);
  if (options.javaScriptEnabled === false) scriptless.add(context);
  return context;
}

/**
 * Closes the pages that a test has opened (tests/support/browser-of-test.ts sees to it).
 * @throws Error when the browser complained of what the test did not allow
 */
export async function closePages({ name, result }: RunnerTask): Promise<void> {
  const finished = opened;
  opened = [];
  for (const { guard } of finished) guard.stop();
  const complaints = finished.flatMap(({ guard }) => guard.complaints());
  const failed = result?.state === "fail" || complaints.length > 0;
  for (const { page, context } of finished) {
    if (failed) await keepEvidence(page, context, name);
    if (failed || RECORDS || scriptless.has(context)) await context.close();
    else await putBack(context);
  }
  if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join("\n")}`);
}

/** Empties a profile of what the pages kept in it, for the next test. */
async function putBack(context: BrowserContext): Promise<void> {
  const [page] = context.pages();
  const session = page && (await context.newCDPSession(page));
  for (const origin of [inject("backroom").localStoreUrl, inject("backroom").appUrl])
    await session?.send("Storage.clearDataForOrigin", {
      origin: new URL(origin).origin,
      storageTypes: "cookies,local_storage,indexeddb,service_workers",
    });
  await context.clearCookies();
  for (const one of context.pages()) await one.close();
  idle.push(context);
}

async function userAgent(): Promise<string> {
  const version = (await browser)?.version() ?? "";
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumProgram(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      // The last one counts: Playwright's own list turns storage partitioning off, and the iframe would then have storage that
      // no person's browser gives it. The address bar's own pages, which nobody sees here, would be loaded for every window.
      "--disable-features=MediaRouter,OptimizationHints,LensOverlay,HttpsUpgrades,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
    ],
  });
}

async function keepEvidence(page: Page, context: BrowserContext, test: string) {
  const folder = path.join("test-results", test.replace(/[^\w-]+/g, "-").slice(0, 100));
  fs.mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, "page.png") }).catch(() => undefined);
  const html = await page
    .frameLocator("iframe")
    .locator("html")
    .innerHTML({ timeout: 2_000 })
    .catch(() => "");
  fs.writeFileSync(path.join(folder, "frame.html"), html);
  if (RECORDS) await context.tracing.stop({ path: path.join(folder, "trace.zip") }).catch(() => undefined);
}

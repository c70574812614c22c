import fs from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type FrameLocator, type Page } from "playwright";
import { expect, type RunnerTask } from "vitest";
import { checkAccessibility } from "./accessibility.ts";
import { backroom } from "./backroom.ts";
import { chromiumProgram } from "./chromium.ts";
import { withMachineFactor } from "./machine-factor.ts";
import { type PageGuard, watchPage } from "./page-guard.ts";
import { DEMO } from "./test-shop.ts";

/** A page of the local store's admin, and the administrator who opens it. */
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

/** How long a test waits for an element. A slow machine needs several seconds. */
const WAIT_MS = withMachineFactor(20_000);

/** One browser for all test files, which share this module (vitest.config.ts). It ends with their process. */
let browser: Promise<Browser> | undefined;
let opened: { page: Page; guard: PageGuard; isReusable: boolean }[] = [];
/** Blank pages of cleared profiles, ready for reuse. Their processes keep the app's compiled scripts. */
const idle: Page[] = [];

/**
 * Without a graphics processor, drawing the frames of transitions and spinners costs as much as the pages' scripts, and shadows are a
 * quarter of other frames. Animations keep a duration, because Polaris waits for their end. Transitions must not: with a duration, every change
 * of any style becomes one.
 */
const CHEAP_TO_DRAW = `*, *::before, *::after {
  animation-duration: 1ms !important;
  animation-iteration-count: 1 !important;
  transition: none !important;
  box-shadow: none !important;
}`;

/** Tracing costs a third of a test's time, so it is only on for debugging. */
const RECORDS = process.env.E2E_TRACE === "1";

/** How many times slower pages run. 4 finds what a test or a page does too early on a machine that is busy. */
const SLOWDOWN = Number(process.env.E2E_SLOWDOWN ?? 1);

/**
 * Opens the local store's admin page in an empty profile, as a person's browser would show it. When the test
 * fails, it saves a screenshot of each page and the frame's HTML in `test-results/`, with `E2E_TRACE=1` also a trace. Fails the test on any
 * console error, uncaught error or failed request that the test didn't allow.
 */
export async function openAdmin(visit: AdminVisit = {}): Promise<AdminPage> {
  const { path: appPath = "/", administrator = "1", shop = "backroom-demo", viewport } = visit;
  const { page, guard } = await openPage(idle.pop() ?? (await newPage()), viewport);
  const url = new URL(`/store/${shop}/apps/backroom${appPath}`, backroom().localStoreUrl);
  url.searchParams.set("administrator", administrator);
  await page.goto(url.href);
  await waitForHydration(page);
  const app = page.frameLocator("iframe");
  if (administrator === "1") await checkAccessibility(appPath, app);
  return { page, app, allow: guard.allow };
}

/** Waits until the page is hydrated. Input before that is lost. */
export async function waitForHydration(page: Page): Promise<void> {
  const document = page.frameLocator("iframe").locator("html");
  // React marks each element that it has hydrated, the outermost last.
  const isMarked = (element: Element) =>
    Object.keys(element).some((name) => name.startsWith("__reactProps$"));
  await expect.poll(() => document.evaluate(isMarked), { timeout: WAIT_MS }).toBe(true);
}

/** The smallest phone that pages are made for. */
export const SMALL_PHONE = { width: 320, height: 640 };

/** Opens a page of the local store, by default on a small phone. */
export async function openStorePage(path: string, viewport = SMALL_PHONE): Promise<Omit<AdminPage, "app">> {
  const { page, guard } = await openPage(idle.pop() ?? (await newPage()), viewport);
  await page.goto(new URL(path, backroom().localStoreUrl).href);
  return { page, allow: guard.allow };
}

/** Signs a visitor in to the storefront, and opens their requests. @param email null signs them out */
export async function signInToStore(page: Page, email: string | null): Promise<void> {
  await page.goto(new URL(`/storefront/${DEMO}/account/login`, backroom().localStoreUrl).href);
  if (email === null) return page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Email address of a customer").fill(email);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Opens a page of the local store on a phone with JavaScript disabled: the least that its visitors have. */
export async function openWithoutScript(path: string): Promise<Omit<AdminPage, "app">> {
  const scriptless = await newPage({ javaScriptEnabled: false });
  const { page, guard } = await openPage(scriptless, { width: 390, height: 844 }, false);
  await page.goto(new URL(path, backroom().localStoreUrl).href);
  return { page, allow: guard.allow };
}

/** Chooses an action from the menu of a row. @param label the action with the row in its name: "Edit Ann Lee" */
export async function chooseInRowMenu(app: FrameLocator, rowName: string, label: string): Promise<void> {
  await app.getByRole("button", { name: `More actions for ${rowName}` }).click();
  await app.getByRole("menuitem", { name: label }).click();
}

async function openPage(page: Page, viewport = { width: 1280, height: 800 }, isReusable = true) {
  if (RECORDS) await page.context().tracing.start({ screenshots: true, snapshots: true });
  if (SLOWDOWN > 1) {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  }
  await page.setViewportSize(viewport);
  const guard = watchPage(page);
  opened.push({ page, guard, isReusable });
  return { page, guard };
}

/** Starts the browser if it isn't running. */
export function launchBrowser(): Promise<Browser> {
  browser ??= launch();
  return browser;
}

/** Opens a page in an empty profile. */
async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await launchBrowser()).newContext({
    ...options,
    // "HeadlessChrome" counts as a robot, which Shopify's authentication answers with 410.
    userAgent: await userAgent(),
  });
  context.setDefaultTimeout(WAIT_MS);
  await context.addInitScript((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, CHEAP_TO_DRAW);
  return context.newPage();
}

/**
 * Closes the pages that a test has opened (tests/support/e2e-file.ts calls it).
 * @throws Error when the browser reported an error that the test didn't allow
 */
export async function closePages({ name, result }: RunnerTask): Promise<void> {
  const finished = opened;
  opened = [];
  for (const { guard } of finished) guard.stop();
  const complaints = finished.flatMap(({ guard }) => guard.complaints());
  const failed = result?.state === "fail" || complaints.length > 0;
  for (const { page, isReusable } of finished) {
    if (failed) await saveEvidence(page, name);
    if (failed || RECORDS || !isReusable || page.isClosed()) await page.context().close();
    // A page that can't be cleared isn't reused.
    else await recycle(page).catch(() => page.context().close());
  }
  if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join("\n")}`);
}

/** Leaves the app and clears the profile for the next test. */
async function recycle(page: Page): Promise<void> {
  const context = page.context();
  const origins = [backroom().localStoreUrl, backroom().appUrl].map((url) => new URL(url).origin);
  for (const other of context.pages()) if (other !== page) await other.close();
  forgetListeners(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  for (const frame of page.frames())
    if (origins.some((origin) => frame.url().startsWith(`${origin}/`)))
      await frame.evaluate(() => sessionStorage.clear());
  // Unsaved changes don't keep the page.
  page.once("dialog", (dialog) => void dialog.accept());
  await page.goto("about:blank");
  forgetListeners(page);
  const session = await context.newCDPSession(page);
  for (const origin of origins)
    await session.send("Storage.clearDataForOrigin", {
      origin,
      storageTypes: "cookies,local_storage,indexeddb,service_workers",
    });
  await session.detach();
  await context.clearCookies();
  idle.push(page);
}

/** Those of the test and of its guard. Playwright has others of its own. */
function forgetListeners(page: Page): void {
  for (const event of ["console", "dialog", "pageerror", "request", "requestfailed", "response"] as const)
    page.removeAllListeners(event);
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
      // Edges needn't be smooth.
      "--disable-composited-antialiasing",
      "--disable-lcd-text",
      "--num-raster-threads=1",
      // A test's page is left before the compilation of optimized code pays off.
      "--js-flags=--no-maglev,--no-opt",
      // The last one counts: Playwright's own list turns storage partitioning off, and the iframe would then have storage that
      // no person's browser gives it. The address bar's own pages would also be loaded for every window.
      "--disable-features=MediaRouter,OptimizationHints,LensOverlay,HttpsUpgrades,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
    ],
  });
}

async function saveEvidence(page: Page, test: string) {
  const folder = path.join("test-results", test.replace(/[^\w-]+/g, "-").slice(0, 100));
  fs.mkdirSync(folder, { recursive: true });
  for (const [index, each] of page.context().pages().entries()) {
    const name = each === page ? "page" : `page-${index}`;
    await each.screenshot({ path: path.join(folder, `${name}.png`) }).catch(() => undefined);
  }
  const html = await page
    .frameLocator("iframe")
    .locator("html")
    .innerHTML({ timeout: withMachineFactor(2_000) })
    .catch(() => "");
  fs.writeFileSync(path.join(folder, "frame.html"), html);
  if (RECORDS)
    await page
      .context()
      .tracing.stop({ path: path.join(folder, "trace.zip") })
      .catch(() => undefined);
}

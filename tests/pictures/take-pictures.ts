import fs from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Frame } from "playwright";
import { chromiumProgram } from "../support/chromium.ts";
import {
  type DemoBrowser,
  type DemoPage,
  heightOf,
  openDemo,
  readDemoPages,
} from "../support/demo-browser.ts";
import { pageName } from "../support/demo-pages.ts";
import { openersOf } from "../support/page-proofs.ts";

/** A running Backroom with its demo, and what is taken of it. */
export interface Session {
  localStoreUrl: string;
  folder: string;
  widths: readonly number[];
  /** Only pages whose name contains this: `home`, `promo`. */
  only: string;
  shop: string;
  /** Whether dialogs are taken, too. */
  dialogs: boolean;
}

/** A longer page is cut. */
const MAX_HEIGHT = 2_600;
/** Dialogs of a page, so that one with many buttons doesn't take forever. */
const MAX_DIALOGS = 6;

/** Takes every page with its tabs, and the dialogs that its buttons open. @returns the files of each width */
export async function takePictures(session: Session): Promise<Map<number, string[]>> {
  fs.mkdirSync(session.folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: chromiumProgram(), args: ["--no-sandbox"] });
  const files = new Map<number, string[]>();
  try {
    const pages = await pagesOf(browser, session);
    for (const width of session.widths) {
      const demo = await openDemo(browser, { ...session, width });
      const taken: string[] = [];
      for (const each of pages) taken.push(...(await takePage(demo, session, { ...each, width })));
      files.set(width, taken);
      await demo.page.context().close();
    }
  } finally {
    await browser.close();
  }
  return files;
}

async function pagesOf(browser: Browser, session: Session): Promise<DemoPage[]> {
  const demo = await openDemo(browser, { ...session, width: 1_280 });
  const pages = await readDemoPages(demo);
  await demo.page.context().close();
  return pages.filter(({ path }) => pageName(path).includes(session.only));
}

interface Shot extends DemoPage {
  width: number;
}

/** A page that fails keeps the pictures that were taken, and the next pages. */
async function takePage(demo: DemoBrowser, session: Session, shot: Shot): Promise<string[]> {
  const files: string[] = [];
  const name = pageName(shot.path);
  const take = async (suffix: string) => {
    const file = path.join(session.folder, `${name}${suffix}-${shot.width}.png`);
    await demo.page.screenshot({ path: file });
    files.push(file);
  };
  try {
    await takeTabs(demo, shot, take);
    // Dialogs look the same at the widest window.
    if (session.dialogs && shot.width !== 1_920) await takeDialogs(demo, shot, take);
  } catch (error) {
    process.stdout.write(`${name}: ${(error as Error).message.split("\n")[0]}\n`);
  }
  return files;
}

type Take = (suffix: string) => Promise<void>;

async function takeTabs(demo: DemoBrowser, shot: Shot, take: Take): Promise<void> {
  const frame = await openAt(demo, shot);
  await fitWindow(demo, frame, shot.width);
  await take("");
  // A dialog covers the tabs of the page behind it.
  const dialog = frame.getByRole("dialog");
  const tabs = ((await dialog.count()) > 0 ? dialog : frame).getByRole("tab");
  for (const [index, tab] of (await tabs.allInnerTexts()).entries()) {
    if (index === 0) continue;
    await tabs.nth(index).click();
    await demo.settle(frame);
    await fitWindow(demo, frame, shot.width);
    await take(`--${slug(tab)}`);
  }
}

async function takeDialogs(demo: DemoBrowser, shot: Shot, take: Take): Promise<void> {
  const page = await openAt(demo, shot);
  // What is behind an open dialog can't be pressed.
  if ((await page.getByRole("dialog").count()) > 0) return;
  const labels = await openersOf(page, MAX_DIALOGS);
  for (const label of labels) {
    const frame = await openAt(demo, shot);
    await frame.getByRole("button", { name: label, exact: true }).first().click({ timeout: 10_000 });
    await demo.settle(frame);
    await take(`--${slug(label)}-open`);
  }
}

async function openAt(demo: DemoBrowser, { address, width }: Shot): Promise<Frame> {
  await demo.page.setViewportSize({ width, height: heightOf(width) });
  return demo.open(address);
}

/** Makes the window as high as the page. */
async function fitWindow({ page, settle }: DemoBrowser, frame: Frame, width: number): Promise<void> {
  await page.setViewportSize({ width, height: heightOf(width) });
  const inside = await frame.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(Math.max(heightOf(width), inside + 60), MAX_HEIGHT) });
  await settle(frame);
}

/** Without counts, so that the same picture has the same name in each run. */
const slug = (text: string): string =>
  text
    .replaceAll(/[\d,]+\+?$/gm, "")
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);

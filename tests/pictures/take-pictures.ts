import fs from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Frame, type Page } from "playwright";
import { chromiumProgram } from "../support/chromium.ts";
import { FURTHER_PAGES, OPENS_SOMETHING } from "./pages.ts";

/** A running Backroom with its demo, and what is taken of it. */
export interface Session {
  localStoreUrl: string;
  appUrl: string;
  folder: string;
  widths: readonly number[];
  /** Only pages whose path contains this. */
  only: string;
  shop: string;
  /** Whether dialogs are taken, too. */
  dialogs: boolean;
}

const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 1280: 900, 1920: 1080 };
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
    const firsts = await readFirsts(session);
    for (const width of session.widths) {
      const page = await newPage(browser, width);
      const paths = ["/", ...(await readMenu(page, session)), ...FURTHER_PAGES].filter((one) =>
        one.includes(session.only),
      );
      const taken: string[] = [];
      for (const template of paths) {
        const filled = template.replace(/:(\w+)/g, (_, name: string) =>
          encodeURIComponent(firsts[name] ?? "0"),
        );
        const name =
          template.replace(/\?.*:/, "-").replace(/[:?=]/g, "").replace(/^\//, "").replaceAll("/", "-") ||
          "home";
        taken.push(...(await takePage(page, session, { path: filled, name, width }).catch(complain(name))));
      }
      files.set(width, taken);
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
  return files;
}

const complain = (name: string) => (error: Error) => {
  process.stdout.write(`${name}: ${error.message.split("\n")[0]}\n`);
  return [];
};

async function newPage(browser: Browser, width: number): Promise<Page> {
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
  const context = await browser.newContext({
    userAgent: agent,
    viewport: { width, height: HEIGHTS[width] ?? 900 },
  });
  context.setDefaultTimeout(60_000);
  return context.newPage();
}

/** The paths of the menu. */
async function readMenu(page: Page, session: Session): Promise<string[]> {
  await open(page, session, { path: "/", width: 1280 });
  const addresses = await page
    .locator("[data-app-items] a")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  return addresses.map((address) => address.replace(/^.*\/apps\/backroom/, ""));
}

interface Shot {
  path: string;
  name: string;
  width: number;
}

async function takePage(page: Page, session: Session, shot: Shot): Promise<string[]> {
  const { width, name } = shot;
  const files: string[] = [];
  const take = async (suffix: string) => {
    const file = path.join(session.folder, `${name}${suffix}-${width}.png`);
    await page.screenshot({ path: file });
    files.push(file);
  };
  let frame = await open(page, session, shot);
  await fitWindow(page, frame, width);
  await take("");
  const tabs = await frame.getByRole("tab").allInnerTexts();
  for (const [index, tab] of tabs.entries()) {
    if (index === 0) continue;
    await frame.getByRole("tab").nth(index).click();
    await settle(page);
    await fitWindow(page, frame, width);
    await take(`--${slug(tab)}`);
  }
  // Dialogs look the same at the other widths.
  if (width === 1920 || !session.dialogs) return files;
  frame = await open(page, session, shot);
  const labels = await frame
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility())
        .map((button) => button.getAttribute("aria-label") ?? button.textContent ?? ""),
    );
  const kinds = new Map(
    labels
      .filter((label) => OPENS_SOMETHING.test(label))
      .map((label) => [label.split(" ").slice(0, 2).join(" "), label]),
  );
  for (const label of [...kinds.values()].slice(0, MAX_DIALOGS)) {
    await frame
      .getByRole("button", { name: label, exact: true })
      .first()
      .click({ timeout: 3_000 })
      .catch(() => undefined);
    await settle(page);
    await take(`--${slug(label)}-open`);
    frame = await open(page, session, shot);
  }
  return files;
}

async function open(
  page: Page,
  { localStoreUrl, shop }: Session,
  shot: Pick<Shot, "path" | "width">,
): Promise<Frame> {
  page.removeAllListeners("dialog");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.setViewportSize({ width: shot.width, height: HEIGHTS[shot.width] ?? 900 });
  const url = new URL(`/store/${shop}/apps/backroom${shot.path}`, localStoreUrl);
  url.searchParams.set("administrator", "1");
  await page.goto(url.href);
  const element = await page.locator("iframe").elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error("The page has no frame.");
  await frame.getByRole("heading", { level: 1 }).first().waitFor();
  await settle(page);
  return frame;
}

/** Makes the window as high as the page. */
async function fitWindow(page: Page, frame: Frame, width: number): Promise<void> {
  const inside = await frame.evaluate(() => document.documentElement.scrollHeight);
  const height = Math.min(Math.max(HEIGHTS[width] ?? 900, inside + 60), MAX_HEIGHT);
  await page.setViewportSize({ width, height });
  await settle(page);
}

/** Until nothing is loading. A live connection stays open, so the network is never idle for long. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: 4_000 }).catch(() => undefined);
  await page.waitForTimeout(250);
}

const slug = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);

/** The first record of each kind, for the pages of one record. */
async function readFirsts({ localStoreUrl, appUrl, shop }: Session): Promise<Record<string, string>> {
  const query = new URLSearchParams({ shop: `${shop}.myshopify.com`, administrator: "1" });
  const token = await (await fetch(`${localStoreUrl}/session-token?${query}`)).text();
  // biome-ignore lint/suspicious/noExplicitAny: only the parts below are read
  const read = async (address: string, method = "GET", body?: object): Promise<any> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${appUrl}/api${address}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    return answer.ok ? answer.json() : {};
  };
  const number = (gid: string | undefined) => gid?.split("/").at(-1) ?? "";
  const [credits, jobs, submissions, log, mails, events, giveaways, returned] = [
    await read("/credits/customers"),
    await read("/jobs"),
    await read("/promo/submissions/list"),
    await read("/price/control"),
    await read("/mails"),
    await read("/events/list"),
    await read("/giveaways/list"),
    await read("/returns"),
  ];
  const first = (answer: { list?: object[]; rows?: object[] }) =>
    (answer.list ?? answer.rows ?? [])[0] as Record<string, string> | undefined;
  return {
    account: number(first(credits)?.shopifyCustomerId ?? first(credits)?.id),
    customer: number(first(credits)?.shopifyCustomerId ?? first(credits)?.id),
    job: first(jobs)?.id ?? "",
    submission: String(first(submissions)?.id ?? 1),
    variant: String(first(log)?.variantId ?? ""),
    mail: first(mails)?.id ?? "",
    event: String(first(events)?.id ?? 1),
    giveaway: String(first(giveaways)?.id ?? 1),
    returned: String(first(returned)?.orderName ?? "#1001"),
  };
}

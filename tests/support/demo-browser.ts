import type { Browser, Frame, Page } from "playwright";
import { FURTHER_PAGES, recordsIn } from "./demo-pages.ts";
import { settled, watchRequests } from "./settled.ts";

const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 1280: 900, 1920: 1080 };
/** The height of the window by its width. */
export const heightOf = (width: number): number => HEIGHTS[width] ?? 900;

/** Opens pages of a running demo as the account owner. Each is returned when it shows all that it will. */
export interface DemoBrowser {
  page: Page;
  open(path: string): Promise<Frame>;
  /** Waits after a click. */
  settle(frame: Frame): Promise<void>;
}

/** Opens a window with a profile of its own. */
export async function openDemo(
  browser: Browser,
  { localStoreUrl, shop, width }: { localStoreUrl: string; shop: string; width: number },
): Promise<DemoBrowser> {
  // "HeadlessChrome" counts as a robot, which Shopify's authentication answers with 410.
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
  const context = await browser.newContext({ userAgent, viewport: { width, height: heightOf(width) } });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const openRequests = watchRequests(page);
  // Unsaved changes don't keep the page.
  page.on("dialog", (dialog) => void dialog.accept());
  const settle = (frame: Frame) => settled(frame, openRequests);
  return {
    page,
    settle,
    async open(path) {
      const url = new URL(`/store/${shop}/apps/backroom${path}`, localStoreUrl);
      url.searchParams.set("administrator", "1");
      await page.goto(url.href);
      const frame = await (await page.locator("iframe").elementHandle())?.contentFrame();
      if (!frame) throw new Error("The page has no frame.");
      await frame.getByRole("heading", { level: 1 }).first().waitFor();
      await settle(frame);
      return frame;
    },
  };
}

/** A page, and where its record is. */
export interface DemoPage {
  /** `:name` is a record's. */
  path: string;
  address: string;
}

/** Such as the page of a new pool, whose address looks like that of a pool. */
const WITHOUT_RECORD = new Set(FURTHER_PAGES.map(({ path }) => path));

/** The addresses of the app's menu. */
export async function readMenu({ page, open }: DemoBrowser): Promise<string[]> {
  await open("/");
  const items = page.locator("[data-app-items] a");
  return items.evaluateAll((links) => links.map((link) => (link as HTMLElement).dataset.appHref ?? ""));
}

/** All pages of the demo: Home, those of the menu, and those that they lead to. @throws when a page has no link to such a page */
export async function readDemoPages(demo: DemoBrowser): Promise<DemoPage[]> {
  const { open } = demo;
  const known = [...new Set(["/", ...(await readMenu(demo))])].map((path) => ({ path, address: path }));
  const further: DemoPage[] = [];
  const records: Record<string, string> = {};
  for (const { path, on } of FURTHER_PAGES) {
    if (!on) {
      further.push({ path, address: path.replaceAll(/:(\w+)/g, (_, name) => records[name] ?? "") });
      continue;
    }
    const frame = await open(on);
    const links = await frame
      .locator("a[href]")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    const address = links.find((link) => recordsIn(path, link) && !WITHOUT_RECORD.has(link));
    if (!address) throw new Error(`${on} has no link to ${path}.`);
    Object.assign(records, recordsIn(path, address));
    further.push({ path, address });
  }
  return [...known, ...further];
}

import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Frame } from "playwright";
import type { Stack } from "../../server/stack.ts";
import { chromiumProgram } from "../support/chromium.ts";
import { against, milliseconds, whole } from "./table.ts";

/** The page's own measurements. Times in milliseconds from the start of the app's own document. */
interface PageFigures {
  rowsVisible: number;
  largestPaint: number;
  layoutShift: number;
  slowestInteraction: number;
  scriptBytes: number;
  scripts: number;
}

const VISITS = 5;

/**
 * Opens Students inside the store's admin, each time in a fresh profile (nothing cached), and uses it a little. The figures
 * are the medians of the visits. Scripts are those of the app, as they are sent (gzip); App Bridge comes from Shopify.
 */
export async function measureBrowser(stack: Stack): Promise<string[]> {
  const browser = await launchBrowser();
  try {
    const visits: PageFigures[] = [];
    for (let visit = 0; visit <= VISITS; visit++) visits.push(await visitStudents(browser, stack));
    // The first visit also starts the browser's own parts.
    const figure = (key: keyof PageFigures) => median(visits.slice(1).map((each) => each[key]));
    const kilobytes = figure("scriptBytes") / 1000;
    return [
      `\nStudents in Chromium, ${VISITS} cold visits, medians`,
      `  rows visible: ${against(`${whole(figure("rowsVisible"))} ms`, figure("rowsVisible") <= 500, "<= 500 ms")}`,
      `  JavaScript: ${against(`${whole(kilobytes)} KB gzip`, kilobytes <= 200, "<= 200 KB")} in ${figure("scripts")} files`,
      `  LCP ${against(`${whole(figure("largestPaint"))} ms`, figure("largestPaint") <= 2_500, "<= 2,500 ms")}`,
      `  CLS ${against(figure("layoutShift").toFixed(3), figure("layoutShift") <= 0.1, "<= 0.1")}`,
      `  INP ${against(`${milliseconds(figure("slowestInteraction"))} ms`, figure("slowestInteraction") <= 200, "<= 200 ms")}`,
    ];
  } finally {
    await browser.close();
  }
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumProgram(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
  });

/** Runs in each document, before its own scripts. */
export const VITALS = fileURLToPath(new URL("./vitals.js", import.meta.url));

async function visitStudents(browser: Browser, { appUrl, localStoreUrl }: Stack): Promise<PageFigures> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // "HeadlessChrome" counts as a robot.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`,
  });
  try {
    await context.addInitScript({ path: VITALS });
    const page = await context.newPage();
    await page.goto(`${localStoreUrl}/store/backroom-demo/apps/backroom/students?administrator=1`);
    await page.frameLocator("iframe").locator("tbody tr").first().waitFor();
    await page.waitForLoadState("networkidle");
    const frame = page.frames().find((each) => each.url().startsWith(appUrl));
    if (!frame) throw new Error("The admin's page shows no app.");
    await clickAround(frame);
    return await frame.evaluate(readVitals);
  } finally {
    await context.close();
  }
}

/** Selects rows and turns the page. */
async function clickAround(frame: Frame): Promise<void> {
  const ticks = frame.locator("tbody input[type=checkbox]");
  await ticks.nth(0).click();
  await ticks.nth(1).click();
  await ticks.nth(1).click();
  await ticks.nth(0).click();
  await frame
    .getByRole("link", { name: "Next" })
    .or(frame.getByRole("button", { name: "Next" }))
    .first()
    .click();
  await frame.waitForURL(/last_id=/);
  await frame.locator("tbody tr").first().waitFor();
}

export function readVitals(): PageFigures {
  const vitals = (window as unknown as { benchVitals: Omit<PageFigures, "scriptBytes" | "scripts"> })
    .benchVitals;
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const scripts = resources.filter(
    ({ name }) => name.startsWith(location.origin) && new URL(name).pathname.endsWith(".js"),
  );
  const scriptBytes = scripts.reduce((sum, script) => sum + script.encodedBodySize, 0);
  return { ...vitals, scriptBytes, scripts: new Set(scripts.map(({ name }) => name)).size };
}

export function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

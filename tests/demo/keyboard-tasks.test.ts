/** What staff do every day, by keyboard alone, in the full demo. Each prints how many steps it takes. */
import { Buffer } from "node:buffer";
import pg from "pg";
import type { Frame } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { type DemoBrowser, openDemo } from "../support/demo-browser.ts";
import { DEMO_MS, DEMO_SHOP } from "../support/demo-pages.ts";
import { type Keyboard, openKeyboard } from "../support/keyboard.ts";
import { withMachineFactor } from "../support/machine-factor.ts";

const DOMAIN = `${DEMO_SHOP}.myshopify.com`;
const TEN = Array.from({ length: 10 }, (_unused, index) => index);

const demo = inject("demo");
const database = new pg.Pool({ connectionString: demo.databaseUrl, max: 1 });
let admin: DemoBrowser;
beforeAll(async () => {
  admin = await openDemo(await launchBrowser(), { ...demo, shop: DEMO_SHOP, width: 1_280 });
});
afterAll(async () => {
  await admin.page.context().close();
  await database.end();
});

async function read<Row extends object>(statement: string): Promise<Row[]> {
  return (await database.query<Row>(statement, [DOMAIN])).rows;
}

/** Does a task on a page, and prints its steps. */
async function perform(
  task: string,
  path: string,
  most: number,
  run: (keyboard: Keyboard, frame: Frame) => Promise<void>,
): Promise<void> {
  const frame = await admin.open(path);
  const keyboard = await openKeyboard(admin, frame);
  await run(keyboard, frame);
  process.stdout.write(`${task}: ${keyboard.steps()} steps\n`);
  expect(keyboard.steps()).toBeLessThanOrEqual(most);
}

test(
  "ten submissions are reviewed",
  async () => {
    const {
      rows: [start],
    } = await database.query<{ now: Date }>("SELECT now()");
    const decided = async () => {
      // Not by the submission: it comes back to review when Shopify refuses its order.
      const statement =
        "SELECT FROM audit_entries WHERE shop = $1 AND action = 'submission.approved' AND at > $2";
      return (await database.query(statement, [DOMAIN, start?.now])).rows.length;
    };
    await perform("review ten submissions", "/promo?tab=CsrApprovals", 20, async (keyboard, frame) => {
      await keyboard.tabTo(/^Take next$/);
      await keyboard.press("Enter");
      let shown: string | null = null;
      for (const _submission of TEN) {
        shown = await nextTitle(frame, shown);
        const approve = frame.getByRole("dialog").getByRole("button", { name: /^Approve/ });
        await expect.poll(() => approve.isEnabled(), { timeout: withMachineFactor(30_000) }).toBe(true);
        await keyboard.press("a");
      }
      await nextTitle(frame, shown);
      await keyboard.press("Escape");
    });
    await expect.poll(decided).toBe(TEN.length);
  },
  DEMO_MS,
);

/** Waits for another submission to be open than the one with this title. */
async function nextTitle(frame: Frame, before: string | null): Promise<string | null> {
  const headings = frame.getByRole("dialog").getByRole("heading", { level: 2, name: / - / });
  let title: string | null = null;
  const isOther = async () => {
    title = (await headings.allTextContents())[0] ?? null;
    // Without a name, it is being loaded.
    return title?.includes(" - ") === true && title !== before;
  };
  await expect.poll(isOther, { timeout: withMachineFactor(30_000) }).toBe(true);
  return title;
}

test(
  "ten students are decided on, and the last decision is undone",
  async () => {
    await perform("decide on ten students and undo", "/students?tab=pending", 25, async (keyboard, frame) => {
      const pending = async () =>
        Number(/\d+/.exec((await frame.getByRole("tab", { name: /^Pending/ }).textContent()) ?? "")?.[0]);
      const before = await pending();
      await keyboard.press("j");
      for (const _student of TEN) {
        const focused = frame.locator("tr:focus");
        const id = await focused.getAttribute("data-row-id");
        await keyboard.press("a");
        await frame.locator(`tr[data-row-id="${id}"]`).waitFor({ state: "detached" });
      }
      await expect.poll(pending, { timeout: withMachineFactor(30_000) }).toBe(before - TEN.length);
      await keyboard.press("z");
      await expect.poll(pending, { timeout: withMachineFactor(30_000) }).toBe(before - TEN.length + 1);
    });
  },
  DEMO_MS,
);

async function openPalette(keyboard: Keyboard, frame: Frame): Promise<void> {
  await keyboard.press("Control+k");
  await frame.locator("input[role=combobox]:focus").waitFor();
}

test(
  "an order is found",
  async () => {
    const [order] = await read<{ name: string }>(
      "SELECT name FROM orders WHERE shop = $1 ORDER BY id OFFSET 700 LIMIT 1",
    );
    await perform("find an order", "/", 3, async (keyboard, frame) => {
      await openPalette(keyboard, frame);
      await keyboard.type(order?.name ?? "");
      await frame.getByRole("option", { name: order?.name }).first().waitFor();
      await keyboard.press("Enter");
      await frame.getByRole("dialog").waitFor({ state: "detached" });
      await frame
        .getByText(order?.name ?? "")
        .first()
        .waitFor();
    });
  },
  DEMO_MS,
);

test(
  "credit is issued",
  async () => {
    const [customer] = await read<{ email: string }>(
      "SELECT email FROM credit_accounts WHERE shop = $1 AND customer_id > 0 AND email IS NOT NULL ORDER BY customer_id OFFSET 5 LIMIT 1",
    );
    const reference = "Issued without a mouse";
    await perform("issue credit", "/", 25, async (keyboard, frame) => {
      await openPalette(keyboard, frame);
      await keyboard.type(`issue credit ${customer?.email}`);
      await frame.getByRole("option", { name: /^Issue credit to/ }).waitFor();
      await keyboard.press("Enter");
      const panel = frame.getByRole("region", { name: "Issue Credit" });
      await panel.getByLabel("Credit").waitFor();
      await expect.poll(() => panel.getByLabel("Credit").inputValue()).toBe("");
      await keyboard.type("2.50");
      await keyboard.press("Tab");
      await keyboard.type(reference);
      await keyboard.press("Enter");
      await panel.waitFor({ state: "detached" });
      // Among the outcomes, or the requests that wait for a second approver.
      await frame.getByText(reference).first().waitFor();
    });
  },
  DEMO_MS,
);

test(
  "a price is scheduled",
  async () => {
    const [variant] = await read<{ sku: string }>(
      "SELECT sku FROM variants WHERE shop = $1 AND sku <> '' ORDER BY id LIMIT 1",
    );
    const csv = `MODEL,PRICE,COMPARE_AT_PRICE,EFFECTIVE_DATE,BELOW_MAPP_ITEM_TAG\n${variant?.sku},77,99,12-31-2198 08:00:00,false\n`;
    await perform("schedule a price", "/", 40, async (keyboard, frame) => {
      await openPalette(keyboard, frame);
      await keyboard.type("bulk price");
      await frame.getByRole("option", { name: "bulk price" }).first().waitFor();
      await keyboard.press("Enter");
      await frame.getByRole("heading", { level: 1, name: "Import Price" }).waitFor();
      const chooser = admin.page.waitForEvent("filechooser");
      await keyboard.tabTo(/^Import$/);
      await keyboard.press("Enter");
      await (await chooser).setFiles({ name: "prices.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
      await frame.getByRole("button", { name: "Check 1 row" }).waitFor();
      await keyboard.tabTo(/^Check 1 row$/);
      await keyboard.press("Enter");
      await frame.getByRole("button", { name: "Import 1 row" }).waitFor();
      await keyboard.tabTo(/^Import 1 row$/);
      await keyboard.press("Enter");
      await frame.getByRole("heading", { name: "The import is done" }).waitFor();
    });
  },
  DEMO_MS,
);

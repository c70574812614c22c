/** Every page of the demo, its tabs and its dialogs: accessibility, layout shifts, zoom and forced colors. */
import type { Frame } from "playwright";
import { expect, inject, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { type DemoBrowser, type DemoPage, openDemo, readDemoPages } from "../support/demo-browser.ts";
import { DEMO_MS, DEMO_SHOP } from "../support/demo-pages.ts";
import {
  invisibleInForcedColors,
  proofOfPage,
  shiftFindings,
  widerThanWindow,
  ZOOMED,
} from "../support/page-proofs.ts";

const demo = inject("demo");

type Proof = (admin: DemoBrowser, page: DemoPage) => Promise<string[]>;

async function openAdmin(): Promise<DemoBrowser> {
  return openDemo(await launchBrowser(), { ...demo, shop: DEMO_SHOP, width: 1_280 });
}

/** Faults of all pages. A page that can't be checked is one. */
async function faultsOfAllPages(
  admin: DemoBrowser,
  pages: readonly DemoPage[],
  proof: Proof,
): Promise<string[]> {
  const faults: string[] = [];
  for (const page of pages) {
    const found = await proof(admin, page).catch((error: Error) => [`${page.path}: ${error.message}`]);
    faults.push(...found);
  }
  await admin.page.context().close();
  return faults;
}

/** A proof of what a page's default view is. */
const ofView =
  (look: (frame: Frame) => Promise<string[]>): Proof =>
  async (admin, { path, address }) =>
    (await look(await admin.open(address))).map((fault) => `${path}: ${fault}`);

test(
  "axe finds nothing on pages, tabs and dialogs, and nothing moves when they open",
  async () => {
    const admin = await openAdmin();
    expect(await faultsOfAllPages(admin, await readDemoPages(admin), proofOfPage)).toEqual([]);
  },
  DEMO_MS,
);

test(
  "at 400 % no page scrolls sideways",
  async () => {
    const admin = await openAdmin();
    const pages = await readDemoPages(admin);
    await admin.page.setViewportSize(ZOOMED);
    expect(await faultsOfAllPages(admin, pages, ofView(widerThanWindow))).toEqual([]);
  },
  DEMO_MS,
);

test(
  "in forced colors, buttons look like buttons, and the selected tab like the selected one",
  async () => {
    const admin = await openAdmin();
    const pages = await readDemoPages(admin);
    await admin.page.emulateMedia({ forcedColors: "active" });
    expect(await faultsOfAllPages(admin, pages, ofView(invisibleInForcedColors))).toEqual([]);
  },
  DEMO_MS,
);

test(
  "a selection, a decision and its undo move nothing",
  async () => {
    const admin = await openAdmin();
    const frame = await admin.open("/students");
    const click = async (role: "button" | "checkbox", name: RegExp) => {
      await frame.getByRole(role, { name }).first().click();
      await admin.settle(frame);
    };
    const row = frame.getByRole("checkbox", { name: /^Select (?!all)/ }).first();
    const shifts = {
      select: await shiftFindings(frame, () => row.click()),
      deselect: await shiftFindings(frame, () => row.click()),
      decide: await shiftFindings(frame, () => click("button", /^Approve /)),
      undo: await shiftFindings(frame, () => click("button", /^Undo/)),
    };
    await admin.page.context().close();
    expect(shifts).toEqual({ select: [], deselect: [], decide: [], undo: [] });
  },
  DEMO_MS,
);

/** Shopify's library answers unknown programs with 410. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36";

/** A page as its server renders it for the admin's frame. */
async function serversPage(address: string): Promise<string> {
  const domain = `${DEMO_SHOP}.myshopify.com`;
  const token = await fetch(`${demo.localStoreUrl}/session-token?shop=${domain}&administrator=1`);
  const url = new URL(address, demo.appUrl);
  const host = Buffer.from(`admin.shopify.com/store/${DEMO_SHOP}`).toString("base64url");
  for (const [name, value] of Object.entries({
    embedded: "1",
    shop: domain,
    host,
    id_token: await token.text(),
  }))
    url.searchParams.set(name, value);
  return (await fetch(url, { headers: { "user-agent": BROWSER } })).text();
}

test(
  "parts that are loaded late are left out of the server's pages, where an update would be React's error 421",
  async () => {
    const admin = await openAdmin();
    const pages = await readDemoPages(admin);
    await admin.page.context().close();
    const withBoundary: string[] = [];
    for (const { path, address } of pages) {
      // Remix streams the loaders' data behind the page, within a boundary of its own.
      const [html = ""] = (await serversPage(address)).split("</html>");
      expect(html).toContain("<main");
      // What React writes around a Suspense boundary.
      if (/<!--\$[?!]?-->/.test(html)) withBoundary.push(path);
    }
    expect(withBoundary).toEqual([]);
  },
  DEMO_MS,
);

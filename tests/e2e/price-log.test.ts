/** The price log: a price that is changed in the store's own admin appears, is found, exported, and shown over time. */
import fs from "node:fs";
import { readXlsx } from "hucre";
import { beforeAll, expect, test, vi } from "vitest";
import { callApi } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { pageHtml } from "../support/page-html.ts";
import { findStoreVariant, setStorePrice } from "../support/store-shop.ts";
import { waitForLive } from "../support/students-page.ts";

const today = () => new Date().toISOString().slice(0, 10);
const usDay = (isoDay: string) => `${isoDay.slice(5, 7)}/${isoDay.slice(8)}/${isoDay.slice(0, 4)}`;

let variant: Awaited<ReturnType<typeof findStoreVariant>>;

beforeAll(async () => {
  variant = await findStoreVariant();
  // What the mirror has before the first change isn't a change.
  const assertRecorded = async () => {
    const { status } = await callApi("1", "GET", `/pricelog/history/${variant.id}`);
    if (status !== 200) throw new Error(`The price of ${variant.sku} isn't recorded yet.`);
  };
  await vi.waitFor(assertRecorded, { timeout: withMachineFactor(60_000), interval: 250 });
  await setStorePrice(variant, "200.00");
  await setStorePrice(variant, "150.00");
});

test("changed prices appear by themselves, and can be filtered, exported and followed over time", async () => {
  const { app, page } = await openAdmin({ path: "/pricecontrol" });
  await waitForLive(app);
  await app.getByRole("heading", { name: "Price Log List" }).waitFor();
  const table = app.getByRole("table", { name: "price changes" });
  const row = (price: string) =>
    table.getByRole("row").filter({ hasText: variant.sku }).filter({ hasText: price });
  await row("$150.00").first().waitFor();
  await setStorePrice(variant, "120.00");
  const newest = row("$120.00").first();
  await newest.getByText("-20.00%").waitFor();
  await newest.getByText("Outside Backroom").waitFor();
  await newest.getByText(usDay(today())).waitFor();
  await app.getByText(/^Page 1 of \d/).waitFor();
  expect(await table.getByText("Customer Type").count()).toBe(0);

  await app.getByPlaceholder("enter product sku").fill(variant.sku.toLowerCase());
  await app.getByPlaceholder("enter product sku").press("Enter");
  await newest.waitFor();
  const start = app.getByLabel("Start date");
  const end = app.getByLabel("End date");
  const search = app.getByRole("button", { name: "Search Filter" });
  expect(await start.getAttribute("max")).toBe(today());
  await start.fill(today());
  await end.fill("2026-01-01");
  await app.getByText("The start date is after the end date.").waitFor();
  expect(await start.getAttribute("aria-invalid")).toBe("true");
  expect(await search.isDisabled()).toBe(true);
  await start.fill("2025-12-01");
  await search.click();
  await app.getByText("No Records Found").waitFor();
  await end.fill(today());
  await search.click();
  await newest.waitFor();

  await app.getByRole("button", { name: "Export Excel" }).click();
  const dialog = app.getByRole("dialog", { name: "Export Data" });
  expect(await dialog.getByRole("radio", { name: "All Data" }).isChecked()).toBe(true);
  await dialog.getByText("Filtered Data").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Export" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Price_Log_\d{8}T\d{6}Z\.xlsx$/);
  const { sheets } = await readXlsx(fs.readFileSync(await download.path()));
  const rows = sheets[0]?.rows ?? [];
  expect(rows.some((cells) => cells[1] === variant.sku && cells[3] === 120)).toBe(true);

  await app.getByRole("button", { name: "Clear Filter" }).click();
  await expect.poll(() => app.getByPlaceholder("enter product sku").inputValue()).toBe("");
  expect(await start.inputValue()).toBe("");
  await newest.getByRole("link", { name: variant.sku }).click();
  await app.getByRole("heading", { name: `SKU: ${variant.sku}` }).waitFor();
  await app.getByText(/Lowest price of the 30 days before the reduction/).waitFor();
  await app.getByText(/^Lowest price of the last 30 days/).waitFor();
  const changes = app.getByRole("table", { name: "price changes" });
  await changes.getByRole("row").filter({ hasText: "$150.00" }).filter({ hasText: "$120.00" }).waitFor();
  await app.locator(".recharts-line").waitFor();
});

test("an address whose start is after its end shows the error at its fields, and employee stores have two more columns", async () => {
  const wrong = await pageHtml("/pricecontrol?date_from=2026-02-01&date_to=2026-01-01", "1");
  for (const text of ["Price Log List", "The start date is after the end date.", "No Records Found"])
    expect(wrong).toContain(text);
  expect(wrong).toMatch(/<input[^>]*aria-invalid="true"/);

  const set = (value: boolean) =>
    callApi("1", "PATCH", "/settings", { switches: { employeeStoreColumns: value } });
  await set(true);
  try {
    const html = await pageHtml(`/pricecontrol?q=${variant.sku}`, "1");
    for (const text of [variant.sku, "All customers", "Customer Type", "Source"])
      expect(html).toContain(`>${text}<`);
  } finally {
    await set(false);
  }
});

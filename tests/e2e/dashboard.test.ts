/** The customer dashboard: new readings appear by themselves, days are chosen, and the figures are exported. */
import { expect, test } from "vitest";
import { callApi } from "../support/api.ts";
import { inBackroom } from "../support/backroom.ts";
import { openAdmin } from "../support/browser.ts";
import { waitForLive } from "../support/students-page.ts";
import { DEMO } from "../support/test-shop.ts";

/** Reads the figures as another administrator's Refresh does. */
const readFigures = () => callApi("1", "POST", "/dashboard/customers/refresh", {});

test("a new reading appears by itself, and the days can be changed, cleared and exported", async () => {
  expect((await readFigures()).status).toBe(200);
  // The next reading has more.
  await inBackroom("UPDATE customer_snapshots SET total = 1 WHERE shop = $1", [DEMO]);
  const { app } = await openAdmin({ path: "/dashboard" });
  await waitForLive(app);
  await app.getByRole("heading", { name: "Customers data trends and reports" }).waitFor();
  const tile = app.locator("dl").filter({ hasText: "Total Customers" }).locator("dd");
  const total = async () => Number.parseInt((await tile.innerText()).replaceAll(",", ""), 10);
  const before = await total();
  await readFigures();
  await expect.poll(total).toBeGreaterThan(before);
  await app
    .getByRole("img", { name: "Total Customers" })
    .locator(".recharts-line")
    .waitFor({ state: "attached" });

  await app.getByRole("button", { name: "Refresh" }).click();
  await app.getByText("The figures were read from Shopify.").waitFor();

  const from = app.getByLabel("Date From", { exact: true });
  const shownFrom = await from.inputValue();
  await app.getByLabel("Date To", { exact: true }).fill("01/31/2026");
  await app.getByText("The date From is after the date To. Change one of them.").waitFor();
  expect(await app.getByRole("button", { name: "Export" }).isDisabled()).toBe(true);
  await from.fill("01/01/2026");
  await app.getByText("There are no readings in these days.").first().waitFor();
  await app.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => from.inputValue()).toBe(shownFrom);
  await app.getByRole("img", { name: "Total Customers" }).waitFor();

  await app.getByRole("button", { name: "Export" }).click();
  const dialog = app.getByRole("dialog", { name: "Export customers data" });
  await dialog.getByLabel("Also email it to (optional)").fill("ana@agency.example");
  await dialog.getByRole("button", { name: "Export" }).click();
  await app.getByText("The spreadsheet is ready to be downloaded.").waitFor();
});

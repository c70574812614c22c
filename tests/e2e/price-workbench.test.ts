/** The price workbench: from a vendor's products to new prices in the store, with a second administrator, and back. */
import { afterAll, expect, test } from "vitest";
import { callApi } from "../support/api.ts";
import { inBackroom } from "../support/backroom.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { findStoreVariant } from "../support/store-shop.ts";

const DAY_MS = 86_400_000;

const limitProducts = (approvalAboveProducts: string) =>
  callApi("1", "PUT", "/bulkprice/limits", { approvalAboveProducts });

/** Other files change prices of single products, too. */
afterAll(async () => {
  await limitProducts("");
  const { body } = await callApi("2", "GET", "/safeguards");
  for (const { id } of body.list) await callApi("2", "POST", `/safeguards/${id}/agree`, {});
});

/** The vendor of the fewest products, but of several, without the product that other files change. */
async function findVendor(): Promise<{ vendor: string; rows: { sku: string; price: string }[] } | null> {
  const { sku } = await findStoreVariant();
  const { body } = await callApi("1", "GET", "/bulkprice/workbench/choices");
  for (const { value, products } of body.vendors.toReversed()) {
    const { body: page } = await callApi(
      "1",
      "GET",
      `/bulkprice/workbench?${new URLSearchParams({ vendor: value })}`,
    );
    const rows: { sku: string; price: string }[] = page.rows;
    if (products > 1 && rows.length > 1 && rows.every((row) => row.sku !== sku))
      return { vendor: value, rows };
  }
  return null;
}

test("a vendor's prices are lowered by 20% to .99, approved by another administrator, applied, and undone", {
  timeout: withMachineFactor(240_000),
}, async () => {
  const { body: access } = await callApi("1", "GET", "/access/administrators");
  const second = access.rows.find(({ id }: { id: string }) => id === "2");
  await callApi("1", "PUT", "/access/administrators/2", {
    version: second.version,
    flags: [...new Set([...second.flags, "showBulkPrice"])],
  });
  await limitProducts("1");
  // The products may still be read from the store.
  let found: Awaited<ReturnType<typeof findVendor>> = null;
  await expect
    .poll(
      async () => {
        found = await findVendor();
        return found !== null;
      },
      { timeout: withMachineFactor(60_000), interval: 1_000 },
    )
    .toBe(true);
  const { vendor, rows } = found as unknown as NonNullable<Awaited<ReturnType<typeof findVendor>>>;
  const [first] = rows;
  const priceNow = async () => {
    const query = new URLSearchParams({ search: first?.sku ?? "", status: "all" });
    const { body } = await callApi("1", "GET", `/bulkprice/workbench?${query}`);
    return body.rows.find(({ sku }: { sku: string }) => sku === first?.sku).price;
  };

  const { app } = await openAdmin({ path: "/bulkprice/workbench" });
  await app.getByRole("combobox", { name: "Vendor" }).fill(vendor);
  await app.getByRole("option", { name: `${vendor} (` }).click();
  await app.getByRole("textbox", { name: "Percent" }).fill("20");
  await app.getByRole("combobox", { name: "Rounding" }).selectOption({ label: "To .99, nearest" });
  const row = app.getByRole("row").filter({ hasText: first?.sku });
  await row.getByText(/^Down \d/).waitFor();
  await app.getByRole("button", { name: "Schedule new prices" }).click();
  const dialog = app.getByRole("dialog", { name: "Schedule new prices" });
  const name = `Plan ${Date.now()}`;
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  const due = Math.ceil(Date.now() / 1_000) * 1_000 + DAY_MS;
  await dialog.getByRole("textbox", { name: "Date From" }).fill(new Date(due).toISOString());
  await dialog.getByRole("button", { name: "Check the plan" }).click();
  await app.getByRole("heading", { name: `Import ${name}` }).waitFor();
  await app.getByText(/and one administrator may change 1 product\./).waitFor();
  const importUrl = await app.locator("body").evaluate((body) => body.ownerDocument.location.pathname);

  const { app: approver } = await openAdmin({ path: importUrl, administrator: "2" });
  await approver.getByRole("button", { name: /^Import \d+ rows?$/ }).click();
  await approver.getByRole("heading", { name: "The import is done" }).waitFor();
  const runId = importUrl.split("/").at(-1);
  const change = async (action: "pause" | "resume", effectiveAt: number) => {
    const batch = { runId, effectiveAt: new Date(effectiveAt).toISOString() };
    expect((await callApi("1", "POST", `/bulkprice/${action}`, batch)).status).toBe(200);
  };
  await change("pause", due);
  // The day passes. A price that is resumed after its date is applied immediately, not within the next minute.
  await inBackroom(
    "UPDATE price_schedules SET effective_at = effective_at - interval '2 days' WHERE import_run_id = $1",
    [runId],
  );
  await change("resume", due - 2 * DAY_MS);
  await expect.poll(priceNow, { timeout: withMachineFactor(60_000) }).not.toBe(first?.price);
  expect(await priceNow()).toMatch(/\.99$/);

  const { app: importPage } = await openAdmin({ path: importUrl });
  await importPage.getByRole("button", { name: "Undo this import" }).click();
  await importPage.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click();
  await importPage.getByRole("heading", { name: "The import was undone" }).waitFor();
  expect(await priceNow()).toBe(first?.price);
});

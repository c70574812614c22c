/** The screen Import Price: from a file to prices in the store, and back. */
import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { callApi } from "../support/api.ts";
import { inBackroom } from "../support/backroom.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { pageHtml } from "../support/page-html.ts";
import { findStoreVariant } from "../support/store-shop.ts";

const DAY_MS = 86_400_000;

test("a file is checked and scheduled, a price edited, applied when it is resumed after its date, and the file rolled back", {
  timeout: withMachineFactor(180_000),
}, async () => {
  const { sku } = await findStoreVariant();
  const readRow = async () => {
    const { body } = await callApi("1", "POST", "/bulkprice", { searchValue: sku, searchType: "Sku" });
    return body.find(({ MODEL }: { MODEL: string }) => MODEL === sku);
  };
  // Another attempt of this test schedules another moment.
  const date = `12-31-2199 ${new Date().toISOString().slice(11, 19)}`;
  const csv = `MODEL,PRICE,COMPARE_AT_PRICE,EFFECTIVE_DATE,BELOW_MAPP_ITEM_TAG\n${sku},777.777,999,${date},true\nNO-SUCH-SKU,1,,${date},\n`;
  const { app, page } = await openAdmin({ path: "/bulkprice" });
  const chooser = page.waitForEvent("filechooser");
  await app.getByRole("button", { name: "Import", exact: true }).click();
  await (await chooser).setFiles({ name: "prices.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await app.getByRole("button", { name: "Check 2 rows" }).click();
  await app.getByText("It is rounded to $777.78.", { exact: false }).waitFor();
  await app.getByText("No variant in the store has the SKU NO-SUCH-SKU", { exact: false }).waitFor();
  await app.getByRole("button", { name: "Import 1 row", exact: true }).click();
  await app.getByRole("heading", { name: "The import is done" }).waitFor();
  await app
    .getByRole("button", { name: "See the prices" })
    .or(app.getByRole("link", { name: "See the prices" }))
    .click();

  await app.getByRole("textbox", { name: "Search" }).fill(sku);
  await app.getByRole("textbox", { name: "Search" }).press("Enter");
  await app.getByText(date).waitFor();
  const row = app.getByRole("row").filter({ hasText: date });
  const change = async (action: "Pause" | "Resume", of = row) => {
    await of.getByRole("checkbox").check();
    await app.getByRole("button", { name: action, exact: true }).click();
  };
  const calendar = await pageHtml("/bulkprice/calendar?month=2199-12", "1");
  for (const text of ["Price calendar: Dec 2199", "1 price begins"]) expect(calendar).toContain(text);
  await change("Pause");
  await row.getByText("Paused", { exact: true }).waitFor();
  const before = (await readRow()).currentPrice;
  await app.getByRole("button", { name: `Edit ${sku}` }).click();
  const dialog = app.getByRole("dialog", { name: `SKU: ${sku}` });
  await dialog.getByText("Price Details").waitFor();
  await dialog.getByLabel("Price", { exact: true }).fill("888.885");
  await dialog.getByText("Rounded to $888.89.").waitFor();
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  await dialog.getByRole("textbox", { name: "Date From" }).fill(tomorrow);
  await dialog.getByRole("button", { name: "Submit" }).click();
  await dialog.waitFor({ state: "detached" });
  const edited = app.getByRole("row").filter({ hasText: "888.89" });
  await edited.getByText("Paused", { exact: true }).waitFor();

  // The day passes. It is due immediately, and the page is updated automatically.
  await inBackroom(
    "UPDATE price_schedules SET effective_at = effective_at - interval '2 days' WHERE sku = $1 AND state = 'paused'",
    [sku],
  );
  await change("Resume", edited);
  await edited.getByText("Applied", { exact: true }).waitFor();
  expect(await readRow()).toMatchObject({ state: "applied", currentPrice: "888.89" });

  await app.getByRole("link", { name: "What can be imported, and earlier imports" }).click();
  await app.getByRole("link", { name: "prices.csv" }).first().click();
  await app.getByRole("button", { name: "Undo this import" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click();
  await app.getByRole("heading", { name: "The import was undone" }).waitFor();
  expect(await readRow()).toMatchObject({ state: "rolled back", currentPrice: before });
});

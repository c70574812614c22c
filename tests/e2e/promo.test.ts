/** Promotion review: assignment, review by keyboard, undo, and the export. */
import pg from "pg";
import { expect, inject, test } from "vitest";
import { addPromotion, addReason, addSubmission } from "../integration/promo/support.ts";
import { openAdmin } from "../support/browser.ts";

/** Submissions of one test, found by the search for `key`. */
async function withSubmissions(count: number): Promise<{ key: string; ids: number[] }> {
  const key = `k${Date.now().toString(36)}`;
  const client = new pg.Client({ connectionString: inject("backroom").databaseUrl });
  await client.connect();
  const query = async <Row extends object>(text: string, values?: unknown[]) =>
    (await client.query<Row>(text, values)).rows;
  try {
    const [last] = await query<{ id: number }>("SELECT coalesce(max(id), 0)::int AS id FROM promotions");
    const promotion = await addPromotion(query, { id: (last?.id ?? 0) + 1 });
    await addReason(query, "deny_reasons", { reason: `Too late ${key}`, order_in_list: 0 });
    await addReason(query, "hold_reasons", { reason: `Blurred ${key}`, order_in_list: 0 });
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1)
      ids.push(
        await addSubmission(query, {
          promotion_id: promotion,
          email: `${key}.${index}@customers.example`,
          shipping_phone: "6145550123",
          created_at: new Date(Date.now() - (count - index) * 60_000),
        }),
      );
    return { key, ids };
  } finally {
    await client.end();
  }
}

test("submissions are assigned, and reviewed by keyboard: approved with undo, held, and denied", async () => {
  const { key, ids } = await withSubmissions(2);
  const { app, page } = await openAdmin({ path: `/promo?tab=AssignmentQueue&q=${key}` });
  await app.getByRole("checkbox", { name: "Select all submissions on this page" }).check();
  const assign = app.getByRole("button", { name: "Assign", exact: true });
  expect(await assign.isDisabled()).toBe(true);
  await app.getByLabel("Assignee").selectOption({ label: "olivia@backroom-demo.example" });
  await assign.click();
  await app.getByText("Assignee changes successfully").waitFor();
  await app.getByText("No Records Found").waitFor();

  await app.getByRole("tab", { name: "CSR Approvals" }).click();
  const [first, second] = [0, 1].map((index) =>
    app.getByRole("row").filter({ hasText: `${key}.${index}@customers.example` }),
  );
  await first?.getByRole("button").first().click();
  const dialog = app.getByRole("dialog");
  await dialog.getByText(`${ids[0]} - Ana Martin`).waitFor();
  await dialog.getByText("+1 614-555-0123").waitFor();
  // Opening it marks it as In Review.
  await dialog.getByRole("definition").getByText("In Review", { exact: true }).waitFor();
  expect(await dialog.getByRole("button", { name: "Deny" }).isDisabled()).toBe(true);
  expect(await dialog.getByRole("button", { name: "Hold" }).isDisabled()).toBe(true);
  await page.keyboard.press("a");
  await dialog.waitFor({ state: "detached" });
  await app.getByText("Submission Approved Successfully").waitFor();
  await app.getByRole("button", { name: "Undo" }).click();
  await app.getByText("The approval was undone").waitFor();
  await first?.getByText("In Review").waitFor();

  await first?.getByRole("button").first().click();
  await dialog.getByRole("definition").getByText("In Review", { exact: true }).waitFor();
  await page.keyboard.press("h");
  await page.keyboard.press("1");
  await page.keyboard.press("h");
  await dialog.waitFor({ state: "detached" });
  await app.getByText("Submission Hold successfully").waitFor();
  await first?.getByText("In Review, on hold").waitFor();

  await second?.getByRole("button").first().click();
  await dialog.getByRole("definition").getByText("In Review", { exact: true }).waitFor();
  await page.keyboard.press("1");
  expect(await dialog.getByRole("button", { name: "Deny" }).isEnabled()).toBe(true);
  await page.keyboard.press("1");
  await dialog.waitFor({ state: "detached" });
  await app.getByText("Submission Denied successfully").waitFor();
  await second?.waitFor({ state: "detached" });
});

test("all submissions are filtered, looked at, and exported", async () => {
  const { key, ids } = await withSubmissions(1);
  const { app } = await openAdmin({ path: "/promo?tab=AllSubmissions" });
  await app.getByRole("button", { name: "Advanced Filters" }).click();
  await app.getByRole("textbox", { name: "Email" }).fill(`${key}.0`);
  await app.getByText("1 record", { exact: true }).waitFor();
  await app.getByRole("button", { name: `${key}.0@customers.example` }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByText(`${ids[0]} - Ana Martin`).waitFor();
  await dialog.getByRole("definition").getByText("Unassigned", { exact: true }).waitFor();
  expect(await dialog.getByRole("button", { name: "Approve" }).count()).toBe(0);
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  // The main search and the email exclude each other.
  await app.getByRole("textbox", { name: "Search" }).focus();
  await expect.poll(() => app.getByRole("textbox", { name: "Email" }).inputValue()).toBe("");
  await app.getByRole("button", { name: "Export" }).click();
  await app.getByText("The spreadsheet is being written.").waitFor();
});

test("reasons are added, changed and deleted", async () => {
  const reason = `Wrong model ${Date.now().toString(36)}`;
  const { app } = await openAdmin({ path: "/promo?tab=DenyList" });
  await app.getByRole("textbox", { name: "Reason" }).first().fill(reason);
  await app.getByRole("button", { name: "Add" }).first().click();
  // Fixed, letter by letter.
  await app.getByText("New Reason deleted").waitFor();
  await app.getByRole("button", { name: `Edit ${reason}` }).click();
  await app.getByRole("textbox", { name: "Order" }).first().fill("7");
  await app.getByRole("button", { name: "Update" }).click();
  await app.getByText("New Reason updated").waitFor();
  await app.getByRole("row").filter({ hasText: reason }).getByText("7", { exact: true }).waitFor();
  await app.getByRole("button", { name: `Edit ${reason}` }).click();
  await app.getByRole("button", { name: "Delete" }).click();
  await app.getByText("Reason deleted", { exact: true }).waitFor();
  await app.getByRole("button", { name: `Edit ${reason}` }).waitFor({ state: "detached" });
});

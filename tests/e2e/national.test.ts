/** The National screen. */
import { expect, test } from "vitest";
import { callApi } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { addTag, registerStudent, tagsInStore } from "../support/store-shop.ts";
import { waitForLive } from "../support/students-page.ts";

test("people with a partner's tag appear, are edited without overwriting concurrent changes, and filtered by partner in the URL", async () => {
  const nat = await registerStudent("Nat");
  const { app, page, allow } = await openAdmin({ path: "/national" });
  allow(/console\.error: Failed to load resource: the server responded with a status of 409/);
  allow(/^409: POST .*\/national\.data/);
  await waitForLive(app);
  const table = app.getByRole("table", { name: "national partners" });
  const headings = (await app.getByRole("columnheader").allInnerTexts()).map((text) =>
    text.replace(/[↑↓]/g, "").replace(/\s+/g, " ").trim(),
  );
  expect(headings.filter(Boolean)).toEqual([
    "Name / Email",
    "Tags",
    "Create Date",
    "National Partner",
    "Email Policy Consent",
    "Privacy Policy Consent",
    "Action",
  ]);
  await addTag(nat.id, "np:Zz Partner");
  await app.getByRole("textbox", { name: "Search" }).fill(nat.email);
  await app.getByRole("button", { name: "Search" }).click();
  const row = table.getByRole("row").filter({ hasText: nat.email });
  await row.getByText("Zz Partner", { exact: true }).waitFor();

  await app.getByRole("button", { name: `Edit ${nat.name}` }).click();
  const dialog = app.getByRole("dialog", { name: nat.name });
  await dialog.getByLabel("CRM ID").fill("C-100");
  await dialog.getByLabel("AS400 ID").fill("000412");
  await dialog.getByLabel("Email Policy Consent").check();
  await dialog.getByLabel("Privacy Policy Consent").uncheck();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await app.getByText(`${nat.name} is saved.`).waitFor();
  await dialog.waitFor({ state: "detached" });
  await row.getByText("Yes", { exact: true }).waitFor();
  await row.getByText("No", { exact: true }).waitFor();
  expect(await tagsInStore(nat.id)).toEqual(expect.arrayContaining(["crm_id:C-100", "as400_id:000412"]));

  await app.getByRole("button", { name: `Edit ${nat.name}` }).click();
  await dialog.getByLabel("CRM ID").fill("C-200");
  const { status } = await callApi("1", "PUT", "/nationalpartner", {
    id: `gid://shopify/Customer/${nat.id}`,
    crm_id: "C-150",
  });
  expect(status).toBe(200);
  await dialog.getByRole("button", { name: "Submit" }).click();
  await app.getByText('CRM ID is now "C-150"', { exact: false }).waitFor();
  expect(await tagsInStore(nat.id)).toContain("crm_id:C-150");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await dialog.waitFor({ state: "detached" });

  await app.getByRole("textbox", { name: "Search" }).fill("");
  await app.getByRole("button", { name: "Search" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBeNull();
  const filter = app.getByRole("combobox", { name: "National Partner" });
  const [, first = ""] = await filter.locator("option").allInnerTexts();
  const [, partner = "", count = ""] = /^(.*) \((\d+)\)$/.exec(first) ?? [];
  await filter.selectOption(partner);
  await app.getByText(new RegExp(`of ${count}$|^${count} records?$`)).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("partner")).toBe(partner);
});

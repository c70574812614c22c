/** Partners / invitations: user types, and inviting one person or with a spreadsheet. */
import { Buffer } from "node:buffer";
import { beforeEach, expect, test } from "vitest";
import { openAdmin } from "../support/browser.ts";
import { mailsTo } from "../support/store-mail.ts";
import { waitForLive } from "../support/students-page.ts";

/** Email addresses that are unique to this test run, including retries. */
let stamp = "";
beforeEach(() => {
  stamp = Date.now().toString(36);
});
const mail = (name: string) => `${name}.${stamp}@invites.example`;
const csv = (name: string, lines: string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\n")),
});

test("a user type is added, people are invited by form and file, found, deleted, and restored", async () => {
  const type = `Distributor ${stamp}`;
  const { app, page, allow } = await openAdmin({ path: "/invites?tab=userTypes" });
  // Recently sent emails can't be sent again.
  allow(/console\.error: Failed to load resource: the server responded with a status of 400/);
  await waitForLive(app);
  await app.getByRole("button", { name: "Add New" }).click();
  const modal = app.getByRole("dialog", { name: "Add/Edit/Delete User Type" });
  await modal.getByRole("button", { name: "Add", exact: true }).click();
  await modal.getByText("User Type not valid.").waitFor();
  await modal.getByLabel("User Type").fill(type);
  await modal.getByLabel("Tags").fill("Trade, VIP");
  await modal.getByRole("button", { name: "Add", exact: true }).click();
  await modal.waitFor({ state: "detached" });
  await app.getByRole("button", { name: `Make read-only: ${type}` }).click();
  await app.getByRole("button", { name: `Allow changes: ${type}` }).waitFor();
  for (const name of [`Edit ${type}`, `Delete ${type}`])
    expect(await app.getByRole("button", { name }).getAttribute("aria-disabled"), name).toBe("true");

  await app.getByRole("tab", { name: "Invited Users" }).click();
  await app.getByRole("button", { name: "Invite", exact: true }).click();
  const invite = app.getByRole("dialog", { name: "Invite" });
  const submit = invite.getByRole("button", { name: "Submit" });
  await invite.getByLabel("User Type").selectOption({ label: type });
  await invite.getByLabel("First Name").fill("Ina");
  await invite.getByLabel("Email").fill("ina@invites");
  await invite.getByLabel("Last Name").focus();
  await invite.getByText("Email not valid.").waitFor();
  expect(await submit.getAttribute("aria-disabled")).toBe("true");
  await invite.getByLabel("Last Name").fill("Invited");
  await invite.getByLabel("Email").fill(mail("ina"));
  await submit.click();
  await invite.waitFor({ state: "detached" });
  await app
    .getByText(`${mail("ina")} was invited.`)
    .first()
    .waitFor();
  await expect
    .poll(() => mailsTo(mail("ina")))
    .toEqual([expect.objectContaining({ text: expect.stringContaining(`as ${type}`) })]);

  const picker = app.getByLabel("Spreadsheet of people to invite");
  await picker.setInputFiles(csv("empty.csv", ["first_name,last_name,email,user_type,tags"]));
  await app.getByText("No rows found in Excel file").waitFor();
  await picker.setInputFiles(csv("nameless.csv", ["first_name,last_name", "Bo,Bulk"]));
  await app.getByText('Excel should have "email" header. Check the sample file.').waitFor();
  await picker.setInputFiles(
    csv("people.csv", [
      "first_name,last_name,email,user_type,tags",
      `Bo,Bulk,${mail("bo")},${type},"A, B"`,
      `Cy,Bulk,${mail("cy")},${type.toLowerCase()},`,
      `Di,Bulk,not an address,${type},`,
    ]),
  );
  await app.getByRole("button", { name: "Check 3 rows" }).click();
  await app.getByText("The import invites 2 users. 1 row is refused and left out.").waitFor();
  await app.getByRole("button", { name: "Import 2 rows" }).click();
  await app.getByRole("heading", { name: "The import is done" }).waitFor();
  await app.getByRole("link", { name: "See the users" }).click();

  await app.getByRole("textbox", { name: "Search" }).fill("bulk");
  await app.getByText("2 records").waitFor();
  await app.getByText("1 of 1", { exact: true }).waitFor();
  const rows = app.getByRole("table", { name: "invited users" }).locator("tbody").getByRole("row");
  await rows
    .filter({ hasText: mail("bo") })
    .getByText("Sent", { exact: true })
    .waitFor();
  const remove = app.getByRole("button", { name: "Delete", exact: true }).first();
  expect(await remove.count()).toBe(0);
  await app.getByRole("checkbox", { name: "Select Bo Bulk" }).check();
  await app.getByRole("checkbox", { name: "Select Cy Bulk" }).check();
  await app.getByRole("button", { name: "Bulk Resend" }).click();
  await app.getByText(/was invited less than a minute ago\. Wait/).waitFor();
  await app.getByRole("checkbox", { name: "Select Bo Bulk" }).check();
  await app.getByRole("checkbox", { name: "Select Cy Bulk" }).check();
  await remove.click();
  await app.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await app.getByText("No Records Found").waitFor();
  await app.getByRole("button", { name: "Undo" }).click();
  await app.getByText("2 records").waitFor();
  expect(await app.getByRole("columnheader").allInnerTexts()).toEqual([
    "",
    expect.stringMatching(/^Name.*Email/s),
    "User Type",
    expect.stringMatching(/^Invited Date/),
    "State",
    "Action",
  ]);

  await app.getByRole("tab", { name: "Registered Users" }).click();
  await app.getByText("No Records Found").waitFor();
  expect(await app.getByRole("button", { name: "Export" }).getAttribute("aria-disabled")).toBe("true");
  await page.reload();
  await app.getByRole("tab", { name: "Registered Users", selected: true }).waitFor();
});

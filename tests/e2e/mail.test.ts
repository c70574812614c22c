/** Email settings, the list of emails, and expiring registrations with reminders. */
import { expect, test } from "vitest";
import { chooseInRowMenu, openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { subjectsTo } from "../support/store-mail.ts";
import { addTag, registerStudent, removeTag } from "../support/store-shop.ts";
import { studentsScreen, waitForLive } from "../support/students-page.ts";

test("a text is edited with a preview, tested, saved, and reset, and the email is in the list; an expired registration is renewed, and the row links to the person's emails", {
  timeout: withMachineFactor(90_000),
}, async () => {
  const una = await registerStudent("Una", undefined, undefined, { endDate: "2025-06-30" });
  await addTag(una.id, "Approved");
  await removeTag(una.id, "Pending");
  const admin = await openAdmin({ path: "/settings/credit" });
  const { page, app, allow } = admin;
  // The tests' trace recorder tries to run a script in the sandboxed preview.
  allow(/Blocked script execution in 'about:srcdoc'/);
  const reminders = app.locator("form", { hasText: "Remind customers of expiring credit" });
  // Off by default, so people of other tests get no email.
  const isOn = reminders.getByRole("checkbox", { name: "Remind customers of expiring credit" });
  expect(await isOn.isChecked()).toBe(false);
  await reminders.getByLabel("Days before").fill("400");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await reminders.getByText("Enter a number of days from 1 to 365.").waitFor();
  await reminders.getByLabel("Days before").fill("10");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await app.getByText("Saved.", { exact: true }).first().waitFor();
  await app.getByRole("link", { name: "Settings" }).click();
  await app.getByRole("link", { name: "Mail" }).click();
  await app.getByRole("link", { name: "Registration ends soon" }).click();
  const subject = app.getByLabel("Subject");
  await subject.fill("Oh {{nam}}");
  await app.getByLabel("Text", { exact: true }).fill("Hello {{name}},\n\n<b>today</b> is {{endDate}}.");
  await app.getByText("The subject has {{nam}}, which this email doesn't have.").first().waitFor();
  await subject.fill("Oh {{name}}");
  const preview = app.frameLocator('iframe[title="The email\'s text"]');
  await preview.getByText("<b>today</b> is 06/30/2027.").waitFor();
  await app.getByRole("heading", { name: "Oh Ana Martin" }).waitFor();

  await app.getByRole("button", { name: "Send a test email to me" }).click();
  await app.getByText("A test email is being sent to olivia@backroom-demo.example.").first().waitFor();
  await expect.poll(() => subjectsTo("olivia@backroom-demo.example")).toContain("[Test] Oh Ana Martin");

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await app.getByText("Saved. The next emails use this text.").first().waitFor();
  await app.getByRole("button", { name: "Reset to the default" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await app.getByText("The text was reset to the default.").first().waitFor();
  await expect.poll(() => subject.inputValue()).toContain("ends on {{endDate}}");

  // The local store's menu also has an entry with this name.
  await page.getByRole("link", { name: "Mail", exact: true }).first().click();
  const row = app
    .getByRole("table", { name: "mails" })
    .getByRole("row")
    .filter({ hasText: "[Test] Oh Ana Martin" })
    .first();
  await row.getByText("Sent", { exact: true }).waitFor();
  await row.getByRole("link", { name: "[Test] Oh Ana Martin" }).click();
  await app.getByRole("heading", { name: "[Test] Oh Ana Martin", level: 1 }).waitFor();
  await app.getByText("Message-ID").waitFor();

  await page.getByRole("link", { name: "Student", exact: true }).click();
  await waitForLive(app);
  const { rowOf, search, tab } = studentsScreen(admin);
  await tab("Approved").click();
  await search(una.email);
  await rowOf(una.email).getByText("Expired 06/30/2025").waitFor();
  await app.getByRole("combobox", { name: "End date" }).selectOption("expired");
  await expect.poll(() => page.url()).toContain("ends=expired");
  await chooseInRowMenu(app, una.name, `Renew ${una.name}`);
  const dialog = app.getByRole("dialog", { name: `Renew ${una.name}` });
  await dialog.getByText("Another day").click();
  await dialog.getByLabel("End date", { exact: true }).fill("06/30/2025");
  await dialog.getByRole("button", { name: "Renew" }).click();
  await dialog.getByText("Enter a day after today.").waitFor();
  await dialog.getByLabel("End date", { exact: true }).fill("06/30/2099");
  await dialog.getByRole("button", { name: "Renew" }).click();
  await app.getByText(`${una.name} is registered until 06/30/2099.`).first().waitFor();
  await rowOf(una.email).waitFor({ state: "detached" });

  await app.getByRole("combobox", { name: "End date" }).selectOption("");
  await rowOf(una.email)
    .getByText(una.email.split("@")[0] ?? "")
    .click();
  await app.getByRole("link", { name: `Emails about ${una.name}` }).click();
  await app.getByRole("heading", { name: "Mail", level: 1 }).waitFor();
  expect(await app.getByRole("textbox", { name: "Search" }).inputValue()).toBe(String(una.id));
});

/** Events: from creation to check-in. */
import fs from "node:fs/promises";
import { expect, test } from "vitest";
import { storefrontProblems } from "../support/accessibility.ts";
import { callApi } from "../support/api.ts";
import { chooseInRowMenu, openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { INVITATION_LINK, REQUEST_LINK, subjectsTo, waitForMail } from "../support/store-mail.ts";

test("an event is created and published, a person is invited, and the event is reported, deleted and restored", {
  timeout: withMachineFactor(120_000),
}, async () => {
  const unique = Date.now().toString(36);
  const name = `Open day ${unique}`;
  const { app, page } = await openAdmin({ path: "/events" });
  const menu = app.getByRole("table", { name: "events" });
  await app.getByRole("button", { name: "Create Event" }).click();
  const form = app.getByRole("dialog", { name: "Create Event" });
  await form.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await form.getByRole("textbox", { name: "Description" }).fill("Drills, and coffee");
  await form.getByRole("textbox", { name: "Date From" }).fill("12/26/2099 7:30:00 PM");
  await form.getByRole("textbox", { name: "Date To" }).fill("12/26/2099 11:00:00 PM");
  await form.getByRole("textbox", { name: "Location (optional)" }).fill("Hall 4, Main Street 1");
  await form.getByRole("textbox", { name: "Capacity" }).fill("2");
  await form.getByRole("button", { name: "Submit" }).click();
  await form.waitFor({ state: "detached" });
  const row = menu.getByRole("row").filter({ hasText: name });
  await row.getByText("12/26/2099 7:30:00 PM").waitFor();
  await row.getByText("Draft").waitFor();
  await row.getByText("Hall 4, Main Street 1").waitFor();

  await row.getByRole("button", { name: `Edit: ${name}` }).click();
  const edit = app.getByRole("dialog", { name: "Update Event Details" });
  await edit.getByLabel("Is Published").check();
  await edit.getByRole("button", { name: "Submit" }).click();
  await edit.waitFor({ state: "detached" });
  await app.getByRole("tab", { name: "Published" }).click();
  await row.getByText("Published", { exact: true }).waitFor();

  await row.getByRole("link", { name: `View Invite: ${name}` }).click();
  const invites = app.getByRole("dialog", { name: `${name} Invite List` });
  await invites.getByText("No Records Found").waitFor();
  await invites.getByRole("button", { name: "Invite User" }).click();
  const user = app.getByRole("dialog", { name: "Invite User" });
  const guest = `ana.${unique}@guests.example`;
  await user.getByRole("textbox", { name: "First Name" }).fill("Ana");
  await user.getByRole("textbox", { name: "Last Name" }).fill("Guest");
  await user.getByRole("textbox", { name: "Email" }).fill(guest);
  await user.getByRole("button", { name: "Submit" }).click();
  await user.waitFor({ state: "detached" });
  const ana = invites.getByRole("row").filter({ hasText: guest });
  await ana.getByText("Backroom Demo").waitFor();
  await ana.getByText("Sent", { exact: true }).waitFor();

  const [sample] = await Promise.all([
    page.waitForEvent("download"),
    invites.getByRole("button", { name: "Download sample file" }).click(),
  ]);
  expect((await fs.readFile(await sample.path())).subarray(0, 2).toString()).toBe("PK");

  await waitForMail(guest, /Hall 4, Main Street 1/);
  expect(await subjectsTo(guest)).toEqual([`You are invited: ${name}`]);
  await page.reload();
  await ana.waitFor();
  await invites.getByRole("button", { name: "Close" }).click();
  await invites.waitFor({ state: "detached" });
  // The focus returns to the same place although the list behind the dialog was rerendered.
  await row.locator(`[aria-label="View Invite: ${name}"]:focus`).waitFor();

  await chooseInRowMenu(app, name, `Reports: ${name}`);
  const report = app.getByRole("dialog", { name: "Reports" });
  await report.getByText("olivia@backroom-demo.example").waitFor();
  await report.getByRole("button", { name: "Send" }).click();
  await expect
    .poll(() => subjectsTo("olivia@backroom-demo.example"), { timeout: withMachineFactor(20_000) })
    .toContain(`Report on ${name}`);

  const rowMenu = row.getByRole("button", { name: `More actions for ${name}` });
  const remove = async () => {
    await rowMenu.press("Enter");
    // The menu gives the focus to its first item a frame after it is shown.
    await app.locator('[role="menuitem"]:focus').waitFor();
    await app.getByRole("menuitem", { name: `Delete: ${name}` }).press("Enter");
  };
  await remove();
  const question = app.getByRole("dialog", { name: "Are you sure you want delete this event?" });
  await question.getByRole("button", { name: "Cancel" }).press("Enter");
  await row.locator(`[aria-label="More actions for ${name}"]:focus`).waitFor();
  await remove();
  await question.getByRole("button", { name: "Delete" }).click();
  await row.waitFor({ state: "detached" });
  await app.getByRole("button", { name: "Undo" }).click();
  await row.waitFor();
});

test("a full event has a waiting list: who cancels leaves a place to the next guest, who is emailed and checked in", {
  timeout: withMachineFactor(120_000),
}, async () => {
  const unique = Date.now().toString(36);
  const name = `Tasting ${unique}`;
  const dates = { dateFrom: "2099-12-26T19:30:00Z", dateTo: "2099-12-26T23:00:00Z" };
  const event = { name, description: "Bread, and cheese", ...dates, active: true, capacity: 1 };
  const { body: created } = await callApi("1", "POST", "/events", event);
  const guests = ["Ana", "Ben"].map((firstName) => ({
    firstName,
    lastName: "Guest",
    email: `${firstName.toLowerCase()}.${unique}@guests.example`,
  }));
  for (const guest of guests)
    expect(await callApi("1", "POST", `/events/invites/user/${created.id}`, guest)).toMatchObject({
      status: 200,
    });
  const [ana = "", ben = ""] = guests.map(({ email }) => email);

  const { app, page, allow } = await openAdmin({ path: `/events/${created.id}/check-in` });
  // The answers that say that the event is full.
  allow(/409/);
  const visitor = await page.context().newPage();
  const open = async (email: string, pattern: RegExp) => visitor.goto(await waitForMail(email, pattern));
  await open(ben, INVITATION_LINK);
  const late = await page.context().newPage();
  await late.goto(await waitForMail(ana, INVITATION_LINK));
  await late.getByRole("button", { name: "Register" }).click();
  await late.getByText("Thank you, Ana.").waitFor();
  // The last place was taken while the form was open.
  await visitor.getByRole("button", { name: "Register" }).click();
  // The page with the new offer replaces the form, also while its tab order is looked at.
  const join = visitor.getByRole("button", { name: "Join the waiting list" });
  await join.waitFor();
  expect(await storefrontProblems(visitor)).toEqual([]);
  await join.click();
  await visitor.getByRole("heading", { name: "You are on the waiting list" }).waitFor();

  await late.getByRole("link", { name: "See or change your registration" }).click();
  await late.getByRole("img", { name: "Your code for the entrance" }).waitFor();
  expect(await storefrontProblems(late)).toEqual([]);
  const [calendar] = await Promise.all([
    late.waitForEvent("download"),
    late.getByRole("link", { name: "Add it to your calendar" }).click(),
  ]);
  expect(await fs.readFile(await calendar.path(), "utf8")).toContain(`SUMMARY:${name}`);
  await late.getByText("I can't come").first().click();
  await late.getByRole("button", { name: "I can't come" }).click();
  await late.getByText("Your registration is canceled.").waitFor();

  await expect
    .poll(() => subjectsTo(ben), { timeout: withMachineFactor(30_000) })
    .toContain(`You have a place: ${name}`);
  await open(ben, REQUEST_LINK);
  await visitor.getByText("You are registered").waitFor();
  await page.bringToFront();
  await app.getByRole("tab", { name: "Canceled" }).click();
  await app.getByRole("row").filter({ hasText: ana }).getByText("Canceled").waitFor();

  const { body: people } = await callApi("1", "GET", `/events/${created.id}/check-in?tab=registered`);
  await page.goto(
    page.url().replace(/\/check-in.*$/, `/check-in?guest=${people.list[0].id}&administrator=1`),
  );
  await app.getByRole("button", { name: "Check in now" }).click();
  await app.getByText("1 checked in, 1 registered").waitFor();
});

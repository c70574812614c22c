/** Giveaways: creation, registration in the store, draw, and verification. */
import fs from "node:fs/promises";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { emptyFormProblems, namelessControls, storefrontProblems } from "../support/accessibility.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { confirmEntry, mailsTo, REQUEST_LINK, waitForMail, waitForMailOf } from "../support/store-mail.ts";

const CONFIRMATION_LINK = /https?:\S+\/confirm\/\S+/;

/** Registers a person and confirms it by the email's link, with the requests of these pages. */
async function enter(link: string, person: string, email: string): Promise<void> {
  const entry = { firstName: person, lastName: "Guest", email };
  const requested = await fetch(link, { method: "POST", body: new URLSearchParams(entry) });
  expect(await requested.text()).toContain("Check your email");
  expect(await confirmEntry(await waitForMail(email, CONFIRMATION_LINK))).toContain("You are registered");
}

test("a giveaway is created, three people register, and it is drawn, verified, and a winner declines", {
  timeout: withMachineFactor(120_000),
}, async () => {
  const unique = Date.now().toString(36);
  const name = `Drill ${unique}`;
  const { app, page, allow } = await openAdmin({ path: "/giveaways" });
  // The call refuses a giveaway without a name.
  allow(/status of 400/);
  await app.getByRole("tab", { name: "Manage Giveaways" }).waitFor();
  await app.getByRole("button", { name: "Add Giveaway" }).click();
  const field = (label: string) => app.getByRole("textbox", { name: label, exact: true });
  // Its name goes on with that of the calendar within.
  const day = (label: string) => app.getByRole("textbox", { name: `${label}, MM/DD/YYYY` });
  expect(await app.getByRole("button", { name: "Delete", exact: true }).count()).toBe(0);
  await app.getByRole("button", { name: "Create", exact: true }).click();
  await app.getByRole("dialog").getByText("Giveaway Name not valid.").waitFor();
  await field("Name").fill(name);
  await field("Description (optional)").fill("Win a drill");
  expect(await day("Start Date").isDisabled()).toBe(true);
  await app.getByRole("checkbox", { name: "End Date" }).check();
  expect(await day("End Date").inputValue()).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
  await day("End Date").fill("12/31/2099");
  await field("Registration Count (optional)").fill("4");
  await app.getByRole("button", { name: "Create", exact: true }).click();
  const row = app.getByRole("row").filter({ hasText: name });
  await row.getByText("12/31/2099").waitFor();
  await row.getByText("0 registered").waitFor();
  // The form is empty again, its first field has focus, and the newest row comes first.
  await app.locator('th[aria-sort="descending"]').filter({ hasText: "Created" }).waitFor();
  const isReady = () =>
    field("Name").evaluate(
      (input: HTMLInputElement) => document.activeElement === input && input.value === "",
    );
  await expect.poll(isReady).toBe(true);
  await page.keyboard.press("Escape");
  await app.getByRole("dialog").waitFor({ state: "detached" });

  await row.getByRole("link", { name: `Entrants of ${name}` }).click();
  const link = /https?:\S+\/giveaway\/\S+/.exec(
    (await app.getByText("Registration page:").textContent()) ?? "",
  )?.[0];
  const visitor = await page.context().newPage();
  const openEntry = async (person: string, subject: string) => {
    const mailbox = `${person}.${unique}@guests.example`;
    await visitor.goto(await waitForMailOf(mailbox, `${subject}: ${name}`, REQUEST_LINK));
  };
  await visitor.goto(link ?? "");
  await visitor.getByRole("heading", { name }).waitFor();
  expect(await emptyFormProblems(visitor, "First Name")).toEqual([]);
  await visitor.getByLabel("First Name").fill("ana");
  await visitor.getByLabel("Last Name").fill("Guest");
  await visitor.getByLabel("Email").fill(`ana.${unique}@guests.example`);
  await visitor.getByRole("button", { name: "Register" }).click();
  await visitor.getByText("Check your email").waitFor();
  await visitor.goto(await waitForMail(`ana.${unique}@guests.example`, CONFIRMATION_LINK));
  expect(await storefrontProblems(visitor)).toEqual([]);
  await visitor.getByRole("button", { name: `Confirm: Entry in ${name}` }).click();
  await visitor.getByText("You are registered").waitFor();
  await openEntry("ana", "You take part");
  await visitor.getByText("You take part", { exact: true }).waitFor();
  expect(await storefrontProblems(visitor)).toEqual([]);
  for (const person of ["bob", "cem"]) await enter(link ?? "", person, `${person}.${unique}@guests.example`);
  await page.bringToFront();
  await app.getByText("3 of 4 registered").waitFor();
  expect(await namelessControls(app)).toEqual([]);
  await app.getByRole("button", { name: "Disqualify: cem Guest" }).click();
  const dialog = app.getByRole("dialog", { name: "Disqualify cem Guest?" });
  await dialog.getByRole("button", { name: "Disqualify" }).click();
  await dialog.getByText("Enter a reason of at most 500 characters.").waitFor();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Works here");
  await dialog.getByRole("button", { name: "Disqualify" }).click();
  await dialog.waitFor({ state: "detached" });
  await app.getByRole("row").filter({ hasText: "Works here" }).waitFor();

  await app.getByRole("link", { name: "Draw", exact: true }).click();
  await app.getByRole("button", { name: "Draw winners" }).click();
  const drawing = app.getByRole("dialog", { name: `Draw the winners of ${name}` });
  await drawing.getByText("2 entries take part.").waitFor();
  await drawing.getByRole("textbox", { name: "Alternates" }).fill("1");
  await drawing.getByRole("button", { name: "Draw", exact: true }).click();
  await drawing.waitFor({ state: "detached" });
  await app.getByRole("link", { name: "Winners of draw 1" }).click();
  await app.getByRole("button", { name: "Verify draw" }).click();
  await app.getByText("Verified: the draw gives the same winners and alternates.").waitFor();
  await app.getByRole("button", { name: "Email winners" }).click();
  await app.getByRole("dialog", { name: "Email 1 winner?" }).getByRole("button", { name: "Send" }).click();
  const winnerRow = app.getByRole("row").filter({ hasText: "Emailed" });
  await winnerRow.waitFor();
  const [, winner] = /(ana|bob) Guest/.exec((await winnerRow.textContent()) ?? "") ?? [];
  await winnerRow.getByRole("button", { name: "Remove" }).click();
  const takeOut = app.getByRole("dialog", { name: "Remove" });
  await takeOut.getByRole("textbox", { name: "Reason" }).fill("No time");
  await takeOut.getByRole("button", { name: "Remove" }).click();
  await takeOut.waitFor({ state: "detached" });
  await app.getByText("Moved up for entry").waitFor();
  await app.getByRole("button", { name: `Restore ${winner} Guest` }).click();
  await app.getByText("Moved up for entry").waitFor({ state: "detached" });
  expect(await namelessControls(app)).toEqual([]);
  await expect
    .poll(async () => (await mailsTo(`${winner}.${unique}@guests.example`)).map(({ subject }) => subject), {
      timeout: withMachineFactor(20_000),
    })
    .toContain(`You have won: ${name}`);
  await visitor.goto(link ?? "");
  await visitor.getByText("Registration has ended").waitFor();
  expect(await storefrontProblems(visitor)).toEqual([]);
  await verifyOnPublicPage(visitor);

  await openEntry(winner ?? "", "You have won");
  await visitor.getByText("You have won", { exact: true }).waitFor();
  await visitor.getByText("I don't want the prize").first().click();
  await visitor.getByRole("button", { name: "I don't want the prize" }).click();
  await visitor.getByText("You declined the prize").waitFor();
});

/** Anyone verifies the draw in the browser, and sees a changed entry and a changed seed. */
async function verifyOnPublicPage(visitor: Page): Promise<void> {
  const outcome = visitor.getByRole("status").last();
  await visitor.getByRole("button", { name: "Verify draw 1 in this browser" }).click();
  await outcome.getByText("Verified: the seed and the entries give this result.").waitFor();
  expect(
    await outcome
      .getByRole("listitem")
      .filter({ hasText: /^Same: / })
      .count(),
  ).toBe(5);
  const [saved] = await Promise.all([
    visitor.waitForEvent("download"),
    visitor.getByRole("link", { name: "Download the seed and the entries of draw 1" }).click(),
  ]);
  const file = JSON.parse(await fs.readFile(await saved.path(), "utf8"));
  const verifyFile = (changed: object) =>
    visitor.getByLabel("Verify a file of draw 1").setInputFiles({
      name: "draw.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ ...file, ...changed })),
    });
  const [[number, tickets, code], ...rest] = file.entries;
  await verifyFile({
    entries: [[number, tickets, code.replace(/^./, code.startsWith("0") ? "1" : "0")], ...rest],
  });
  await outcome.getByText("Different: the entries that took part").waitFor();
  await verifyFile({});
  await outcome.getByText("Verified: the seed and the entries give this result.").waitFor();
  await verifyFile({ seed: file.seed.replace(/^./, file.seed.startsWith("0") ? "1" : "0") });
  await outcome.getByText("Different: the seed that was fixed before the draw").waitFor();
  await outcome.getByText("Different: this file isn't this draw, or it was changed.").waitFor();
}

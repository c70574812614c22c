/** The screens of invited users, from the invitation to the registration. */
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { emptyFormProblems, storefrontProblems } from "../support/accessibility.ts";
import { callApi } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { INVITATION_LINK, waitForMail } from "../support/store-mail.ts";
import { findStoreCustomer } from "../support/store-shop.ts";
import { waitForLive } from "../support/students-page.ts";

/** Email addresses that are unique to this test run, including retries. */
let family = "";
beforeEach(() => {
  family = `Zz${Date.now().toString(36)}`;
});

test("a person is invited, registers, and appears under Registered without a reload", async () => {
  const email = `pia.${family}@partners.example`.toLowerCase();
  const { app, page, allow } = await openAdmin({ path: "/partnerusers" });
  allow(/console\.error: Failed to load resource: the server responded with a status of 409/);
  allow(/^409: POST .*\/partnerusers\.data/);
  await waitForLive(app);
  await app.getByRole("heading", { name: "Invited Partner Users", level: 1 }).waitFor();
  await app.getByText("* Please allow few mins to reflect the changes.").waitFor();
  await app.getByPlaceholder("Please enter email address / invited date (12/26/2021)").waitFor();

  await app.getByRole("button", { name: "Invite User", exact: true }).click();
  const dialog = app.getByRole("dialog", { name: "User Details" });
  await dialog.getByLabel("First Name").fill("Pia");
  await dialog.getByLabel("Last Name").fill(family);
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Tags").fill("VIP, North");
  await dialog.getByRole("button", { name: "Invite User" }).click();
  await dialog.waitFor({ state: "detached" });
  const row = app.getByRole("row").filter({ hasText: email });
  await row.getByText("Sent", { exact: true }).waitFor();

  const reinvite = app.getByRole("button", { name: "Reinvite User" });
  expect(await reinvite.isDisabled()).toBe(true);
  await app.getByRole("checkbox", { name: `Select Pia ${family}` }).check();
  await reinvite.click();
  await app
    .getByText(/was invited less than a minute ago/)
    .first()
    .waitFor();

  await app.getByRole("tab", { name: /Registered/ }).click();
  await app.getByRole("heading", { name: "Registered Partner Users" }).waitFor();
  const visitor = await page.context().newPage();
  await visitor.goto(await waitForMail(email, INVITATION_LINK));
  expect(await emptyFormProblems(visitor, "First Name")).toEqual([]);
  await visitor.getByLabel("First Name").fill("Pia");
  await visitor.getByRole("button", { name: "Register" }).click();
  await visitor.getByRole("heading", { name: "You are registered" }).waitFor();
  expect(await storefrontProblems(visitor)).toEqual([]);
  await row.getByText("Registered", { exact: true }).waitFor();
  expect((await findStoreCustomer(email))?.tags).toEqual(expect.arrayContaining(["Partner", "VIP", "North"]));
  await row.getByRole("link", { name: `Pia ${family}` }).click();
  await app.getByRole("heading", { name: `Pia ${family}`, level: 1 }).waitFor();
});

test("a file resends invitations and shows a banner for 5 seconds, and MTD Users depends on the shop's switch", async () => {
  const emails = [`rea.${family}@bounce.example`, `rob.${family}@bounce.example`].map((email) =>
    email.toLowerCase(),
  );
  const rows = emails.map((email) => ({ id: "", first_name: "Rea", last_name: family, email }));
  // One at a time, because several are invited with a job.
  for (const row of rows) await callApi("1", "POST", "/retireeeditinviteuser", { excelData: [row] });
  const { app } = await openAdmin({ path: `/retireeusers?q=${family}` });
  await waitForLive(app);
  const cameBack = app.getByRole("cell").filter({ hasText: "Bounced" });
  await expect.poll(() => cameBack.count(), { timeout: withMachineFactor(20_000) }).toBe(2);
  await cameBack
    .first()
    .getByRole("link", { name: /email to/ })
    .waitFor();

  await app.getByRole("button", { name: "Reinvite Excel" }).click();
  const upload = app.getByRole("dialog", { name: "Upload Excel" });
  await upload.getByText('*Please upload an Excel File with column header as "Email"').waitFor();
  const file = (text: string) => ({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await upload.locator("input[type=file]").setInputFiles(file("Name\nRea\n"));
  await upload.getByText(/has no column with the header “Email”/).waitFor();
  await upload.locator("input[type=file]").setInputFiles(file(`Email\n${emails.join("\n")}\n`));
  await upload.getByText("people.csv: 2 addresses").waitFor();
  await upload.getByRole("button", { name: "Reinvite" }).click();
  const banner = app.getByText("Background reinvite process is started...");
  await banner.waitFor();

  await app.getByRole("button", { name: "Invite User", exact: true }).click();
  const dialog = app.getByRole("dialog", { name: "User Details" });
  await dialog.getByLabel("Tags").waitFor();
  expect(await dialog.getByLabel("MTD Users").count()).toBe(0);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await banner.waitFor({ state: "detached" });
  await dialog.waitFor({ state: "detached" });

  const turn = (mtdUsers: boolean) => callApi("1", "PATCH", "/settings", { switches: { mtdUsers } });
  await turn(true);
  onTestFinished(async () => void (await turn(false)));
  await app.getByRole("button", { name: "Refresh" }).click();
  await app.getByRole("checkbox", { name: "MTD Users" }).waitFor();
  await app.getByRole("button", { name: "Invite User", exact: true }).click();
  await dialog.getByLabel("MTD Users").waitFor();
});

/** The blocks that Backroom adds to a theme (`extensions/storefront`), on the local store's storefront. */
import type { Page } from "playwright";
import sharp from "sharp";
import { expect, test } from "vitest";
import { blockFindings, emptyFormProblems, storefrontProblems } from "../support/accessibility.ts";
import { callApi } from "../support/api.ts";
import { openStorePage, signInToStore } from "../support/browser.ts";
import { waitForMail } from "../support/store-mail.ts";
import { findStoreCustomer } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";
import { DEMO } from "../support/test-shop.ts";

const DESKTOP = { width: 1280, height: 800 };
const pageOf = (block: string, query = "") => `/storefront/${DEMO}/pages/${block}?${query}`;

/** Creates a code for addresses at uni.example. */
async function createCode(): Promise<string> {
  const unique = Date.now().toString(36);
  const registrationCode = `THEME-${unique}`;
  const partner = { handle: `theme-${unique}`, name: `Theme ${unique}` };
  const { body: partners } = await callApi("1", "GET", "/registrationCodes/partners");
  await callApi("1", "PUT", "/registrationCodes/partners", { list: [...partners.list, partner] });
  const dates = { startDate: "01/01/2020", endDate: "12/31/2099" };
  const body = { registrationCode, partner, ...dates };
  const { status, body: answer } = await callApi("1", "POST", "/registrationCodes/code", body);
  expect(status, JSON.stringify(answer)).toBe(200);
  const { id } = answer.data;
  await callApi("1", "PATCH", `/registrationCodes/emailDomains/${id}`, { emailDomains: ["uni.example"] });
  return registrationCode;
}

/** Registers by the block, and confirms by the email's link. */
async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel("First name").fill("Tess");
  await page.getByLabel("Last name").fill("Theme");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await page.goto(await waitForMail(email, /https?:\S+\/confirm\/\S+/));
  await page.getByRole("button", { name: /^Confirm: Registration with/ }).click();
  await page.getByText("You are registered", { exact: true }).waitFor();
}

test("a shopper registers by a theme block on a small phone, is asked for proof and sends it, and staff approve on the store's customer page", async () => {
  const code = await createCode();
  const email = `tess.${code.toLowerCase()}@uni.example`;
  const query = `code=${code}&settings.kind=student&settings.domains=uni.example`;
  const { page, allow } = await openStorePage(pageOf("registration", query));
  // An answer that refuses what was entered.
  allow(/404|429/);
  expect(await emptyFormProblems(page, "First name")).toEqual([]);
  expect(await page.getByLabel("Registration code").inputValue()).toBe(code);

  // Another domain isn't sent.
  await page.getByLabel("Email").fill("tess@other.example");
  await page.getByLabel("First name").fill("Tess");
  await page.getByLabel("Last name").fill("Theme");
  await page.getByRole("button", { name: "Register" }).click();
  await expect
    .poll(() => page.getByLabel("Email").evaluate((field: HTMLInputElement) => field.validationMessage))
    .toBe("Use an email address that ends in: uni.example");

  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Registration code").fill("UNKNOWN");
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByText("This code can't be used with this email address.").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await page.getByLabel("Registration code").fill(code);
  await register(page, email);

  const { rowOf, search } = await openStudents();
  await search(email);
  await rowOf(email).getByText("Tess Theme").waitFor();

  // Staff ask on the customer's page of the store's admin.
  const customer = await findStoreCustomer(email);
  const admin = await openStorePage(
    `/store/backroom-demo/customers/${customer?.id}?administrator=1`,
    DESKTOP,
  );
  const block = admin.page.frameLocator('iframe[title="Backroom"]');
  await block.getByText("Pending", { exact: true }).waitFor();
  await block.getByRole("button", { name: "Ask" }).click();
  expect(await blockFindings(admin.page)).toEqual([]);
  await block.getByLabel("Question").fill("Please send your student card.");
  await block.getByRole("button", { name: "Send the question" }).click();
  await block.getByText("The question is on its way by email.").waitFor();
  await block.getByText("Needs information").waitFor();

  // The shopper finds the question in their account.
  await signInToStore(page, email);
  const request = page.getByRole("link", { name: "Answer: Your registration as a student" });
  await request.waitFor();
  expect(await storefrontProblems(page)).toEqual([]);
  await request.click();
  await page.getByText("Please send your student card.").waitFor();
  const picture = sharp({ create: { width: 600, height: 900, channels: 3, background: "#d8d0c0" } }).jpeg();
  await page
    .getByLabel(/^Proof \(/)
    .setInputFiles({ name: "card.jpg", mimeType: "image/jpeg", buffer: await picture.toBuffer() });
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Thank you. We got your answer.").waitFor();

  // Staff see that it was answered, decide, undo and decide again.
  await admin.page.reload();
  await block.getByText("(Answered)").waitFor();
  await block.getByRole("button", { name: "Reject", exact: true }).click();
  const confirm = block.getByRole("button", { name: "Reject the registration" });
  expect(await confirm.isDisabled()).toBe(true);
  await block.getByLabel(/^Reason/).selectOption("Proof missing or unreadable");
  await block.getByRole("checkbox", { name: /^Send an email/ }).check();
  expect(await blockFindings(admin.page)).toEqual([]);
  await confirm.click();
  await block.getByText("Rejected. The customer gets an email.").waitFor();
  await block.getByRole("button", { name: "Undo" }).click();
  await block.getByText("The decision was undone.").waitFor();
  await block.getByRole("button", { name: "Approve" }).click();
  await block.getByText("Approved.", { exact: true }).waitFor();
  await block.getByLabel("Amount").fill("12.50");
  await block.getByLabel("Reference").fill("Welcome");
  await block.getByRole("button", { name: "Issue" }).click();
  await block
    .getByText(/12\.50/)
    .first()
    .waitFor();

  await page.goto(new URL(pageOf("requests"), page.url()).href);
  await page.getByText(/^Approved, since/).waitFor();
  await expect
    .poll(async () => {
      await page.reload();
      return page.locator(".backroom-credit").innerText();
    })
    .toContain("$12.50");

  // What the local store doesn't draw of Shopify's elements is an error, which fails a test.
  admin.allow(/doesn't draw <s-table>/);
  const complaint = admin.page.waitForEvent("pageerror");
  await block.locator("body").evaluate((body) => body.append(document.createElement("s-table")));
  expect((await complaint).message).toContain("The local store doesn't draw <s-table>");
});

/** An invited person's registration: the email, its link, the form, and the result in the store and Backroom. */
import { expect, test } from "vitest";
import { callApi } from "../support/api.ts";
import { openWithoutScript } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { findStoreCustomer } from "../support/store-shop.ts";

test("registers on a phone without scripts", async () => {
  const email = `ida.${Date.now().toString(36)}@partners.example`;
  const invited = { id: "", first_name: "Ida", last_name: "Berg", email, additional_tags: "VIP" };
  const { status } = await callApi("1", "POST", "/partnereditinviteuser", { excelData: [invited] });
  expect(status).toBe(200);

  const mailPath = `/store/backroom-demo/mail?${new URLSearchParams({ to: email })}`;
  const { page, allow } = await openWithoutScript(mailPath);
  // The tests' trace recorder tries to run a script in the sandboxed email.
  allow(/Blocked script execution/);
  const mail = page.getByRole("link", { name: "Your invitation to Backroom Demo" });
  await expect
    .poll(
      async () => {
        await page.reload();
        return mail.count();
      },
      { timeout: withMachineFactor(20_000) },
    )
    .toBe(1);
  await mail.click();
  const opening = page.context().waitForEvent("page");
  await page.frameLocator('iframe[title="HTML part"]').getByRole("link").click();
  const shop = await opening;
  await shop.getByRole("heading", { name: "Welcome to Backroom Demo", level: 1 }).waitFor();
  await shop.getByText("You are invited as a partner.").waitFor();
  // The link can be passed on.
  await shop.getByText("i•••@p•••.example").waitFor();
  expect(await shop.getByText(email).count()).toBe(0);
  const states = async () =>
    ((await invitedRows("invite", email)) as { rows: { state: string }[] }).rows.map(({ state }) => state);
  // Reading the page is what a mail scanner does, too.
  expect(await states()).toEqual(["sent"]);

  const firstName = shop.getByRole("textbox", { name: "First Name" });
  expect(await firstName.inputValue()).toBe("Ida");
  await firstName.fill("   ");
  await shop.getByRole("button", { name: "Register" }).click();
  await shop.getByRole("alert").getByText("First Name not valid.").waitFor();
  expect(await states()).toEqual(["delivered"]);
  await firstName.fill("Ida Maria");
  await shop.getByRole("button", { name: "Register" }).click();
  await shop.getByRole("heading", { name: "You are registered" }).waitFor();

  expect(await findStoreCustomer(email)).toMatchObject({ first_name: "Ida Maria", tags: ["Partner", "VIP"] });
  const { rows: accepted } = (await invitedRows("registered", email)) as { rows: object[] };
  expect(accepted).toMatchObject([{ displayName: "Ida Maria Berg", state: "accepted" }]);

  // Opens the link from the email again.
  await shop.goto(shop.url());
  await shop.getByRole("heading", { name: "You are already registered" }).waitFor();
  await shop.getByRole("link", { name: "Go to Backroom Demo" }).click();
  await shop.getByRole("heading", { name: "Welcome to Backroom Demo", level: 1 }).waitFor();
});

async function invitedRows(half: "invite" | "registered", email: string): Promise<unknown> {
  const path = half === "invite" ? "/partnerinviteuserslist" : "/partnerregistereduserslist";
  const { body } = await callApi("1", "POST", path, { searchValue: email, searchType: "Email" });
  return body;
}

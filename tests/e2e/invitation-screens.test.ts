/** Inviting with a spreadsheet, and the two screens for single invitations. */
import { Buffer } from "node:buffer";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { callApi, waitForMirror } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { waitForLive } from "../support/students-page.ts";
import { SECOND } from "../support/test-shop.ts";

beforeAll(() => waitForMirror(SECOND));

/** Email addresses that are unique to this test run, including retries. */
let family = "";
beforeEach(() => {
  family = `Yy${Date.now().toString(36)}`;
});
const mail = (name: string) => `${name}.${family}@screens.example`.toLowerCase();
const asOwner = (method: string, path: string, body?: unknown) => callApi("1", method, path, body, SECOND);

test("retirees are invited with a file for MTD users, and the results can be downloaded", async () => {
  const turn = (mtdUsers: boolean) => asOwner("PATCH", "/settings", { switches: { mtdUsers } });
  await turn(true);
  onTestFinished(async () => void (await turn(false)));
  const { app } = await openAdmin({ path: "/retireeusers", shop: "backroom-second" });
  await waitForLive(app);
  await app.getByRole("checkbox", { name: "MTD Users" }).check();
  await app.getByLabel("Spreadsheet to import").setInputFiles({
    name: "retirees.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      [
        "First Name,Last Name,Email,MTD Users",
        `Mia,${family},${mail("mia")},`,
        `Nat,${family},${mail("nat")},No`,
        `Invalid,${family},nowhere,`,
      ].join("\n"),
    ),
  });
  await app.getByText("3 rows, headings in row 1.").waitFor();
  expect(await app.getByText("A blank cell").count()).toBe(0);
  await app.getByRole("button", { name: "Check 3 rows" }).click();
  await app
    .getByText(
      "The import invites 2 retiree users. MTD Users applies to all rows without their own value. 1 row is refused and left out.",
    )
    .waitFor();
  await app.getByRole("button", { name: "Import 2 rows" }).click();
  await app.getByText("2 sent").first().waitFor();
  await app.getByRole("heading", { name: "The import is done" }).waitFor();
  await app.getByRole("button", { name: "Write all rows into a file" }).click();
  await app.getByText("The spreadsheet is ready to be downloaded.").first().waitFor();

  await app.getByRole("link", { name: "See the retiree users" }).click();
  const rows = app.getByRole("row").filter({ hasText: family });
  await rows.getByText("Sent", { exact: true }).nth(1).waitFor();
  const listed = await asOwner("POST", "/retireeinviteuserslist", {
    searchValue: family,
    searchType: "Email",
  });
  const people = listed.body.rows as { firstName: string; isMtd: boolean }[];
  expect(Object.fromEntries(people.map(({ firstName, isMtd }) => [firstName, isMtd]))).toEqual({
    Mia: true,
    Nat: false,
  });
});

test("/inviteusers and /toolconnectinviteusers invite with the keyboard and return the focus", async () => {
  const { app, page } = await openAdmin({ path: "/inviteusers", shop: "backroom-second" });
  const dialog = app.getByRole("dialog", { name: "User Details" });
  const open = async (title: string, tag: string) => {
    await waitForLive(app);
    await app.getByRole("heading", { name: title, level: 1 }).waitFor();
    expect(await app.getByText("MTD Users").count()).toBe(0);
    await app.getByRole("button", { name: "Invite User", exact: true }).press("Enter");
    await dialog.getByText(`Separated by commas; ${tag} is added automatically.`).waitFor();
  };
  await open("Invited Users", "Invited");
  await expect
    .poll(() => dialog.getByLabel("First Name").evaluate((field) => field.matches(":focus")))
    .toBe(true);
  for (const text of ["Kim", family, mail("kim")]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  const row = app.getByRole("row").filter({ hasText: mail("kim") });
  await row.getByText("Sent", { exact: true }).waitFor();
  await expect.poll(() => app.locator(":focus").first().innerText()).toBe("Invite User");

  await page.goto(page.url().replace("/inviteusers", "/toolconnectinviteusers"));
  await open("Invited Tool-Connect Users", "Tool-Connect");
});

/** Permissions of every function, and of one call of each permission, generated from the list of modules and the contract. */
import { expect, test } from "vitest";
import { type Administrator, mayUse, type Permission } from "~/platform/auth/permission";
import { callApi, callWith, waitForMirror } from "../support/api.ts";
import { functions } from "../support/app.ts";
import { openAdmin } from "../support/browser.ts";
import { contractCalls } from "../support/contract-calls.ts";
import { pageHtml } from "../support/page-html.ts";
import { emailsInStore, findPendingCustomer, sessionToken, tagsInStore } from "../support/store-shop.ts";
import { waitForLive } from "../support/students-page.ts";
import { DEMO, SECOND } from "../support/test-shop.ts";

const calls = await contractCalls();
/**
 * The first call of each permission, with a value for each path parameter. Every call, with every flag and without a token:
 * tests/integration/api/permissions.test.ts. All of them over HTTP: R17 and R18.
 */
const representatives = [
  ...new Map(calls.map((call) => [JSON.stringify(call.permission), call])).values(),
].map((call) => ({
  ...call,
  path: call.path.replace("{status}", "pending").replace(/\{\w+\}/g, "1"),
  example: call.method === "GET" ? undefined : {},
}));

/** The flags of the demo administrators who aren't the owner. */
const FLAGS = { "2": ["showCredits"], "3": [] } as const;
type Granted = keyof typeof FLAGS;
const GRANTED = Object.keys(FLAGS) as Granted[];

/** Whether this administrator has a permission. */
function mayOpen(id: Granted, { permission }: { permission?: Permission }): boolean {
  const administrator: Administrator = {
    id,
    name: "",
    email: "",
    isOwner: false,
    flags: FLAGS[id],
    tabLimits: {},
  };
  return permission !== undefined && mayUse(administrator, permission);
}
const UNAUTHORIZED = "You are unauthorized.";

test("every call and every function declares a permission", () => {
  expect(calls.length).toBeGreaterThan(0);
  for (const { name, permission } of [...calls, ...functions]) expect(permission, name).toBeTruthy();
});

test("signed out, a call of each permission is refused", async () => {
  for (const { name, method, path, example } of representatives)
    expect([name, await callWith(null, method, path, example)]).toMatchObject([
      name,
      { status: 401, body: { status: false, msg: UNAUTHORIZED } },
    ]);
});

test.each(GRANTED)("administrator %s: a call is open with its grant, else refused", async (id) => {
  const token = await sessionToken(id, DEMO, 600);
  for (const call of representatives) {
    const { status, body } = await callWith(token, call.method, call.path, call.example);
    if (mayOpen(id, call)) expect([401, 403], call.name).not.toContain(status);
    else {
      expect([call.name, status]).toEqual([call.name, 403]);
      expect(body.msg).toMatch(/don't have access/);
    }
  }
});

/** The menu entries that an administrator may open. */
const menuOf = (id: Granted) =>
  functions.filter((entry) => mayOpen(id, entry)).map(({ menuName }) => menuName);

test("administrator 2 has only the menu entries of their grants, and another page says who grants it", async () => {
  const { app, page } = await openAdmin({ administrator: "2" });
  const menu = page.locator("[data-app-items] a");
  await expect.poll(() => menu.allInnerTexts()).toEqual(menuOf("2"));
  const refused = functions.find((entry) => !mayOpen("2", entry)) as (typeof functions)[number];
  await page.goto(`${page.url().replace(/\/?(\?.*)?$/, "")}${refused.path}`);
  await app.getByText(sentenceFor(refused)).waitFor();
  expect(await menu.allInnerTexts()).toEqual(menuOf("2"));
  await app.getByRole("link", { name: "Go to the home page" }).click();
  await app.getByRole("heading", { name: "Home", level: 1 }).waitFor();
});

test.each(GRANTED)("administrator %s: only the pages of their grants, and links to them", async (id) => {
  for (const entry of functions) {
    const html = await pageHtml(entry.path, id);
    expect(html.includes(`>${UNAUTHORIZED}<`), entry.path).toBe(!mayOpen(id, entry));
    expect(html, entry.path).toContain(mayOpen(id, entry) ? "<h1" : sentenceFor(entry));
    for (const other of functions)
      expect(html.includes(`href="${other.path}"`), `${entry.path}: ${other.path}`).toBe(mayOpen(id, other));
  }
});

function sentenceFor({ menuName, permission }: (typeof functions)[number]): string {
  if (permission === "owner") return `Only the account owner can open ${menuName}.`;
  return `You don't have access to ${menuName}. The account owner grants access on the Access page.`;
}

test("granting and revoking access takes effect with the next click", async () => {
  const [nora, owner] = [await openAdmin({ administrator: "3" }), await openAdmin({ path: "/access" })];
  await nora.app.getByText("There is nothing for you to open yet").waitFor();
  await expect.poll(() => nora.page.locator("[data-app-items] a").allInnerTexts()).toEqual(menuOf("3"));
  await waitForLive(owner.app);
  await owner.app.getByRole("link", { name: "Nora Novak" }).click();
  await owner.app.getByRole("checkbox", { name: "Student" }).check();
  // The admin asks before a link of the page loses what isn't saved; the owner stays.
  await owner.page.getByText("Unsaved changes").waitFor();
  const question = owner.page
    .waitForEvent("dialog")
    .then((dialog) => dialog.dismiss().then(() => dialog.message()));
  await owner.app.getByRole("link", { name: "Access" }).click();
  expect(await question).toBe("Leave page with unsaved changes?");
  await owner.page.getByRole("button", { name: "Save" }).click();
  await owner.app.getByText("Saved what Nora Novak may open.").waitFor();

  expect((await callApi("3", "GET", "/students/counts")).status).toBe(200);
  await nora.page.getByRole("link", { name: "Backroom" }).first().click();
  await nora.app.getByRole("link", { name: "Student", exact: true }).click();
  await nora.app.getByRole("heading", { name: "Students", level: 1 }).waitFor();
  await waitForLive(nora.app);

  await owner.app.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await callApi("3", "GET", "/students/counts")).status).toBe(403);
  // Her open page updates without a reload.
  await nora.app.getByText(UNAUTHORIZED).waitFor();
});

test("the second shop's owner can't see or change customers of the first shop", async () => {
  await waitForMirror(SECOND);
  const [ours, theirs] = [new Set(await emailsInStore(DEMO)), new Set(await emailsInStore(SECOND))];
  const canary = await findPendingCustomer(DEMO);
  for (const status of ["pending", "approved", "disabled"]) {
    const { body } = await callApi("1", "POST", `/students/${status}?pageSize=100`, {}, SECOND);
    expect(body.rows.length).toBeGreaterThan(0);
    for (const { email } of body.rows) expect(theirs.has(email) && !ours.has(email), email).toBe(true);
    const found = await callApi("1", "POST", `/students/${status}`, { searchValue: canary.email }, SECOND);
    expect(found.body.rows).toEqual([]);
  }
  expect((await callApi("1", "GET", `/customer/${canary.id}`, undefined, SECOND)).status).toBe(404);
  const move = {
    ids: { id: `gid://shopify/Customer/${canary.id}` },
    removeTag: "Pending",
    addTag: "Approved",
  };
  expect((await callApi("1", "PUT", "/customers", move, SECOND)).status).toBe(404);
  expect(await tagsInStore(canary.id)).toContain("Pending");
});

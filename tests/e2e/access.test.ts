/** Permissions of every function and call, generated from the list of modules and the contract. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Administrator, mayUse, type Permission } from "~/platform/auth/permission";
import { callApi, waitForMirror } from "../support/api.ts";
import { functions } from "../support/app.ts";
import { openAdmin } from "../support/browser.ts";
import { contractCalls } from "../support/contract-calls.ts";
import { emailsInStore, findPendingCustomer, tagsInStore } from "../support/store-shop.ts";
import { openStudents, waitForLive } from "../support/students-page.ts";
import { DEMO, SECOND } from "../support/test-shop.ts";

/** Every call of the contract, with a value for each path parameter. */
const calls = (await contractCalls()).map((call) => ({
  ...call,
  path: call.path.replace("{status}", "pending").replace(/\{\w+\}/g, "1"),
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

beforeAll(() => waitForMirror());

test("every call and every function declares a permission", () => {
  expect(calls.length).toBeGreaterThan(0);
  for (const { name, permission } of [...calls, ...functions]) expect(permission, name).toBeTruthy();
});

describe.each(calls)("$name ($method /api$path)", (call) => {
  const body = call.method === "GET" ? undefined : {};
  test("signed out: 401", async () => {
    expect(await callApi(null, call.method, call.path, body)).toMatchObject({
      status: 401,
      body: { status: false, msg: UNAUTHORIZED },
    });
  });

  test.each(GRANTED)("administrator %s: open with the grant, else 403", async (administrator) => {
    const { status, body: answer } = await callApi(administrator, call.method, call.path, body);
    if (mayOpen(administrator, call)) expect([401, 403]).not.toContain(status);
    else {
      expect(status, JSON.stringify(answer)).toBe(403);
      expect(answer.msg).toMatch(/do not have access/);
    }
  });
});

test.each(GRANTED)("administrator %s: only the menu entries and pages of their grants", async (id) => {
  const { app, page } = await openAdmin({ administrator: id });
  const ofFunctions = functions.filter((entry) => entry.group === "function" && mayOpen(id, entry));
  if (ofFunctions.length === 0) await app.getByText("There is nothing for you to open yet").waitFor();
  const menu = functions.filter((entry) => mayOpen(id, entry)).map(({ menuName }) => menuName);
  await expect.poll(() => page.locator("[data-app-items] a").allInnerTexts()).toEqual(menu);
  const base = new URL(page.url());
  for (const entry of functions) {
    await page.goto(`${base.origin}${base.pathname.replace(/\/$/, "")}${entry.path}`);
    if (mayOpen(id, entry)) await app.getByRole("heading", { level: 1 }).first().waitFor();
    else {
      await app.getByText(UNAUTHORIZED).waitFor();
      const sentence = `You don't have access to ${entry.menuName}. The account owner grants access on the page Access.`;
      const ownersOnly = `Only the account owner can open ${entry.menuName}.`;
      await app.getByText(entry.permission === "owner" ? ownersOnly : sentence).waitFor();
      // The menu stays, as the way on.
      expect(await page.locator("[data-app-items] a").allInnerTexts()).toEqual(menu);
    }
  }
});

test("granting and revoking access takes effect with the next click", async () => {
  const [nora, owner] = [await openAdmin({ administrator: "3" }), await openAdmin({ path: "/access" })];
  await nora.app.getByText("There is nothing for you to open yet").waitFor();
  await waitForLive(owner.app);
  await owner.app.getByRole("link", { name: "Nora Novak" }).click();
  await owner.app.getByRole("checkbox", { name: "Student" }).check();
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

  const { app, column, search } = await openStudents({ shop: "backroom-second" });
  for (const email of await column("Email")) expect(theirs.has(email), email).toBe(true);
  await search(canary.email);
  await app.getByText("No Records Found").waitFor();
});

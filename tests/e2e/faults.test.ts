/** Shopify failures and concurrent changes: nothing is applied partially, and the page explains what happened. */
import { afterEach, expect, test } from "vitest";
import {
  clearFaults,
  countEffectiveMutations,
  deleteCustomer,
  injectFaults,
  registerStudent,
  tagsInStore,
} from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";

afterEach(() => clearFaults());

const REFUSED_REQUEST =
  /console\.error: Failed to load resource: the server responded with a status of (409|502)/;
const SHOPIFY_FAILED = "Shopify didn't answer as it should. Nothing is lost; try again in a minute.";

test("when Shopify refuses, the row returns with a reason; while it is slow, the page stays usable; and a lost response is applied once", async () => {
  const [bob, cid] = [await registerStudent("Bob"), await registerStudent("Cid")];
  const [dan, eve, gil] = [
    await registerStudent("Dan"),
    await registerStudent("Eve"),
    await registerStudent("Gil"),
  ];
  const { app, page, rowOf, search, tab, reject, allow } = await openStudents();
  allow(REFUSED_REQUEST);
  allow(/^502: POST .*\/students\.data/);
  allow(/responded with a status of 404/);
  await rowOf(bob.email).waitFor();
  await injectFaults({ userError: 1 });
  await reject(bob.name);
  const notice = app.getByText(/^Shopify didn't set the registration to Rejected/);
  await notice.waitFor();
  await rowOf(bob.email).waitFor();
  expect(await tagsInStore(bob.id)).toContain("Pending");
  expect(await tagsInStore(bob.id)).not.toContain("Disabled");
  // Visible even if the list is scrolled down.
  await app.locator("html").evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const [shown, frame] = [await notice.boundingBox(), await page.locator("iframe").boundingBox()];
  expect(shown?.y).toBeGreaterThanOrEqual(frame?.y ?? Number.POSITIVE_INFINITY);
  await app.getByRole("button", { name: "Dismiss notification" }).click();

  for (const { email } of [dan, eve]) await rowOf(email).waitFor();
  // Longer than the following steps take. Resetting the knobs releases the response.
  await injectFaults({ latencyMs: 20_000 });
  let answered = 0;
  page.on("response", (response) => {
    if (response.request().method() === "POST" && response.url().includes("/students.data")) answered += 1;
  });
  await app.getByRole("button", { name: `Approve ${dan.name}` }).click();
  await reject(eve.name);
  await rowOf(dan.email).waitFor({ state: "detached" });
  await rowOf(eve.email).waitFor({ state: "detached" });
  await search(eve.email);
  await app.getByText("No Records Found").waitFor();
  expect(answered).toBe(0);
  await clearFaults();
  await expect.poll(() => tagsInStore(dan.id)).toContain("Approved");
  await expect.poll(() => tagsInStore(eve.id)).toContain("Disabled");
  await expect.poll(() => answered).toBe(2);

  await search(cid.email);
  await rowOf(cid.email).waitFor();
  await injectFaults({ cutAfterCommit: 1 });
  await app.getByRole("button", { name: `Approve ${cid.name}` }).click();
  await app.getByText(SHOPIFY_FAILED).waitFor();
  await rowOf(cid.email).waitFor({ state: "detached" });
  await tab("Approved").click();
  await rowOf(cid.email).waitFor();
  expect(await tagsInStore(cid.id)).toContain("Approved");
  expect(await tagsInStore(cid.id)).not.toContain("Pending");
  expect(await countEffectiveMutations(cid.id)).toEqual({ tagsAdd: 1, tagsRemove: 1 });

  // A customer who was deleted, which Backroom wasn't told.
  await tab("Pending").click();
  await search(gil.email);
  await rowOf(gil.email).waitFor();
  await injectFaults({ webhookLost: 1 });
  await deleteCustomer(gil.id);
  await app.getByRole("button", { name: `Approve ${gil.name}` }).click();
  await app.getByText("This customer no longer exists. The row was removed from the list.").waitFor();
  await app.getByText("No Records Found").waitFor();
});

/** Shopify failures and concurrent changes: nothing is applied partially, and the page explains what happened. */
import { afterEach, expect, test } from "vitest";
import {
  addTag,
  clearFaults,
  countEffectiveMutations,
  deleteCustomer,
  injectFaults,
  registerStudent,
  removeTag,
  tagsInStore,
} from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";

afterEach(() => clearFaults());

const REFUSED_REQUEST =
  /console\.error: Failed to load resource: the server responded with a status of (409|502)/;
const SHOPIFY_FAILED = "Shopify didn't answer as it should. Nothing is lost; try again in a minute.";

test("when Shopify fails, the row returns with a reason, nothing is applied in part, and a lost response is applied once", async () => {
  const [ann, bob, cid] = [
    await registerStudent("Ann"),
    await registerStudent("Bob"),
    await registerStudent("Cid"),
  ];
  const { app, page, rowOf, search, tab, reject, allow } = await openStudents();
  allow(REFUSED_REQUEST);
  allow(/^502: POST .*\/students\.data/);
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
  const dismiss = app.getByRole("button", { name: "Dismiss notification" });
  await dismiss.click();

  await search(ann.email);
  await rowOf(ann.email).waitFor();
  await clearFaults();
  await injectFaults({ serverError: 1 });
  await app.getByRole("button", { name: `Approve ${ann.name}` }).click();
  await rowOf(ann.email).waitFor({ state: "detached" });
  await app.getByText(SHOPIFY_FAILED).waitFor();
  await rowOf(ann.email).waitFor();
  expect(await tagsInStore(ann.id)).toEqual(expect.arrayContaining(["Pending", "UserType:Student"]));
  expect(await tagsInStore(ann.id)).not.toContain("Approved");
  await clearFaults();
  await app.getByRole("button", { name: `Approve ${ann.name}` }).click();
  await app.getByText(`${ann.name} is approved.`).waitFor();
  await rowOf(ann.email).waitFor({ state: "detached" });
  expect(await countEffectiveMutations(ann.id)).toEqual({ tagsAdd: 1, tagsRemove: 1 });
  // An error stays until it is dismissed.
  await app.getByText(SHOPIFY_FAILED).waitFor();
  for (let count = await dismiss.count(); count > 0; count -= 1) await dismiss.first().click();
  await app.getByText(SHOPIFY_FAILED).waitFor({ state: "detached" });

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
});

test("if Shopify is slow, the row leaves immediately and the page stays usable; what changed there without a webhook is said", async () => {
  const [dan, eve] = [await registerStudent("Dan"), await registerStudent("Eve")];
  const [flo, gil] = [await registerStudent("Flo"), await registerStudent("Gil")];
  const { app, page, rowOf, search, reject, allow } = await openStudents();
  allow(REFUSED_REQUEST);
  allow(/responded with a status of 404/);
  for (const { email } of [dan, eve, flo, gil]) await rowOf(email).waitFor();
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

  // A decision elsewhere.
  await search(flo.email);
  await rowOf(flo.email).waitFor();
  await injectFaults({ webhookLost: 1 });
  await addTag(flo.id, "Approved");
  await removeTag(flo.id, "Pending");
  await reject(flo.name);
  await app.getByText(`${flo.name} is now Approved, not Pending. The list has been updated.`).waitFor();
  await rowOf(flo.email).waitFor({ state: "detached" });
  expect(await tagsInStore(flo.id)).not.toContain("Disabled");

  // A customer who was deleted.
  await search(gil.email);
  await rowOf(gil.email).waitFor();
  await deleteCustomer(gil.id);
  await app.getByRole("button", { name: `Approve ${gil.name}` }).click();
  await app.getByText("This customer no longer exists. The row was removed from the list.").waitFor();
  await app.getByText("No Records Found").waitFor();
});

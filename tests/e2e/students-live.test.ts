/** Changes in the store appear on the open page without a reload. */
import { expect, test } from "vitest";
import { addTag, deleteCustomer, registerStudent, removeTag } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";

test("a registration, changed tags and a deletion appear, also after the connection was lost, and Refresh reads the list again", async () => {
  const { app, page, rowOf, search, tab, allow } = await openStudents();
  // A page whose data can't be read again stays, and shows it when the connection is back.
  allow(/ERR_FAILED/);
  await page.route(/\/students\.data/, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  const lea = await registerStudent("Lea");
  await failed;
  expect(await app.getByRole("table", { name: "students" }).isVisible()).toBe(true);
  await page.unrouteAll();
  await rowOf(lea.email).waitFor();
  expect(await rowOf(lea.email).innerText()).toContain("Harbor College");
  await search(lea.email);
  await addTag(lea.id, "vip");
  await rowOf(lea.email).getByText("vip", { exact: true }).waitFor();

  await addTag(lea.id, "Approved");
  await removeTag(lea.id, "Pending");
  await rowOf(lea.email).waitFor({ state: "detached" });
  await tab("Approved").click();
  await rowOf(lea.email).waitFor();
  await deleteCustomer(lea.id);
  await rowOf(lea.email).waitFor({ state: "detached" });

  const request = page.waitForRequest(/\/students\.data/);
  await app.getByRole("button", { name: "Refresh" }).click();
  await request;
});

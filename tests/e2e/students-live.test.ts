/** What happens at the store appears on the open page by itself. */
import { expect, test } from "vitest";
import { addTag, deleteCustomer, registerStudent, removeTag } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";

test("somebody who registers appears", async () => {
  const { rowOf } = await openStudents();
  const kim = await registerStudent("Kim");
  await rowOf(kim.email).waitFor();
  expect(await rowOf(kim.email).innerText()).toContain("Harbor College");
});

test("tags that change in the store are followed: the row shows them, moves, and leaves with the person", async () => {
  const lea = await registerStudent("Lea");
  const { rowOf, search, tab } = await openStudents();
  await search(lea.email);
  await rowOf(lea.email).waitFor();
  await addTag(lea.id, "vip");
  await rowOf(lea.email).getByText("vip", { exact: true }).waitFor();

  await addTag(lea.id, "Approved");
  await removeTag(lea.id, "Pending");
  await rowOf(lea.email).waitFor({ state: "detached" });
  await tab("Approved").click();
  await rowOf(lea.email).waitFor();

  await deleteCustomer(lea.id);
  await rowOf(lea.email).waitFor({ state: "detached" });
});

test("a decision in one window is followed by another one", async () => {
  const max = await registerStudent("Max");
  const [mine, theirs] = [await openStudents(), await openStudents()];
  for (const screen of [mine, theirs]) await screen.rowOf(max.email).waitFor();
  await mine.app.getByRole("button", { name: `Approve ${max.name}` }).click();
  await theirs.rowOf(max.email).waitFor({ state: "detached" });
});

test("Refresh fetches what no message told about", async () => {
  const { app, page } = await openStudents();
  const asked = page.waitForRequest(/\/students\.data/);
  await app.getByRole("button", { name: "Refresh" }).click();
  await asked;
});

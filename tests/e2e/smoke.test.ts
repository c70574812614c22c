/** Covers all processes. */
import { test } from "vitest";
import { registerStudent } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";

test("a decision in one window appears in another", async () => {
  const max = await registerStudent("Max");
  const [mine, theirs] = [await openStudents(), await openStudents()];
  for (const screen of [mine, theirs]) await screen.rowOf(max.email).waitFor();
  await mine.app.getByRole("button", { name: `Approve ${max.name}` }).click();
  await theirs.rowOf(max.email).waitFor({ state: "detached" });
});

/** Deciding on registrations, the main task of the Students screen. */
import { expect, test } from "vitest";
import { openAdmin } from "../support/browser.ts";
import { countEffectiveMutations, registerStudent, tagsInStore } from "../support/store-shop.ts";
import { openStudents, studentsScreen, waitForLive } from "../support/students-page.ts";

test("a student is approved from the store's admin", async () => {
  const ada = await registerStudent("Ada");
  const admin = await openAdmin();
  const { app } = admin;
  await app.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await app.getByText("Approve or reject student registrations").waitFor();
  await app
    .getByText(/^\d+ pending$/)
    .first()
    .waitFor();
  await app.getByRole("link", { name: "Student", exact: true }).click();
  await app.getByRole("heading", { name: "Students", level: 1 }).waitFor();
  await waitForLive(app);
  const students = studentsScreen(admin);

  await students.search(ada.email);
  await students.rowOf(ada.email).waitFor();
  await app.getByRole("button", { name: `Approve ${ada.name}` }).click();

  await students.rowOf(ada.email).waitFor({ state: "detached" });
  await app.getByText(`${ada.name} is approved.`).waitFor();
  await app.getByRole("button", { name: "Undo" }).waitFor();

  await students.tab("Approved").click();
  await students.rowOf(ada.email).waitFor();
  const tags = await tagsInStore(ada.id);
  expect(tags).toContain("Approved");
  expect(tags).toContain("UserType:Student");
  expect(tags).not.toContain("Pending");
});

test("a decision can be undone", async () => {
  const ben = await registerStudent("Ben");
  const { app, rowOf, search } = await openStudents();
  await search(ben.email);
  await app.getByRole("button", { name: `Approve ${ben.name}` }).click();
  await app.getByText(`${ben.name} is approved.`).waitFor();
  await app.getByRole("button", { name: "Undo" }).click();

  await app.getByText("Undone: the registration is Pending again.").waitFor();
  await rowOf(ben.email).waitFor();
  expect(await tagsInStore(ben.id)).toEqual(expect.arrayContaining(["Pending", "UserType:Student"]));
  expect(await tagsInStore(ben.id)).not.toContain("Approved");
});

test("a rejected student is under Rejected with the tag Disabled and can be approved there", async () => {
  const cleo = await registerStudent("Cleo");
  const { app, rowOf, search, tab, reject } = await openStudents();
  await search(cleo.email);
  await reject(cleo.name);
  await app.getByText(`${cleo.name} is rejected.`).waitFor();
  await rowOf(cleo.email).waitFor({ state: "detached" });
  expect(await tagsInStore(cleo.id)).toContain("Disabled");

  await tab("Rejected").click();
  await rowOf(cleo.email).waitFor();
  expect(
    await rowOf(cleo.email)
      .getByRole("button", { name: /^Reject/ })
      .count(),
  ).toBe(0);
  await app.getByRole("button", { name: `Approve ${cleo.name}` }).click();
  await app.getByText(`${cleo.name} is approved.`).waitFor();
  expect(await tagsInStore(cleo.id)).toContain("Approved");
  expect(await tagsInStore(cleo.id)).not.toContain("Disabled");

  await tab("Approved").click();
  await rowOf(cleo.email).waitFor();
  expect(
    await rowOf(cleo.email)
      .getByRole("button", { name: /^Approve/ })
      .count(),
  ).toBe(0);
});

test("two consecutive decisions are each applied once, and Undo applies to the last one", async () => {
  const [dora, emil] = [await registerStudent("Dora"), await registerStudent("Emil")];
  const { app, rowOf } = await openStudents();
  await rowOf(dora.email).waitFor();
  await rowOf(emil.email).waitFor();
  await app.getByRole("button", { name: `Approve ${dora.name}` }).click();
  await app.getByRole("button", { name: `Approve ${emil.name}` }).click();
  await rowOf(dora.email).waitFor({ state: "detached" });
  await rowOf(emil.email).waitFor({ state: "detached" });
  for (const { id } of [dora, emil]) {
    await expect.poll(() => tagsInStore(id)).toContain("Approved");
    await expect.poll(() => countEffectiveMutations(id)).toMatchObject({ tagsAdd: 1, tagsRemove: 1 });
  }
  await expect.poll(() => app.getByRole("button", { name: "Undo" }).count()).toBe(1);
});

test("several students are approved as one job with individual results, and the rows leave without a reload", async () => {
  const people = [await registerStudent("Fay"), await registerStudent("Gus"), await registerStudent("Hal")];
  const { app, page, rowOf } = await openStudents();
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  for (const { name, email } of people) {
    await rowOf(email).waitFor();
    await app.getByRole("checkbox", { name: `Select ${name}` }).check();
  }
  await app.getByText("3 selected").waitFor();
  await app.getByRole("button", { name: "Approve selected" }).click();
  const question = app.getByRole("dialog");
  await question.getByText("Approve 3 students?").waitFor();
  await question.getByRole("button", { name: "Approve", exact: true }).click();

  await app.getByText("3 approved").first().waitFor();
  for (const { email } of people) await rowOf(email).waitFor({ state: "detached" });
  await app.getByRole("link", { name: "Open in Jobs" }).click();
  await app.getByRole("heading", { name: "Approve 3 students" }).waitFor();
  await app.getByText("3 approved").last().waitFor();
  const rows = app.getByRole("table", { name: "rows" });
  for (const { id, email } of people) {
    await rows.getByRole("row").filter({ hasText: email }).getByText("Done", { exact: true }).waitFor();
    expect(await tagsInStore(id)).toContain("Approved");
  }
  expect(documents).toBe(0);
});

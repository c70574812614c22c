/** Deciding on registrations, the main task of the Students screen. */
import { expect, test } from "vitest";
import { openAdmin } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { countEffectiveMutations, registerStudent, tagsInStore } from "../support/store-shop.ts";
import { studentsScreen, waitForLive } from "../support/students-page.ts";

test("from the store's admin students are approved and rejected: undone, in a row, and as a selection, each applied once, without a reload", {
  timeout: withMachineFactor(90_000),
}, async () => {
  const ada = await registerStudent("Ada");
  const admin = await openAdmin();
  const { app, page } = admin;
  await app.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await app.getByText("Approve or reject student registrations").waitFor();
  await app
    .getByText(/^\d+ pending$/)
    .first()
    .waitFor();
  await app.getByRole("link", { name: "Student", exact: true }).click();
  await app.getByRole("heading", { name: "Students", level: 1 }).waitFor();
  await waitForLive(app);
  const { rowOf, search, tab, reject } = studentsScreen(admin);
  const approve = app.getByRole("button", { name: `Approve ${ada.name}` });

  await search(ada.email);
  await rowOf(ada.email).waitFor();
  await approve.click();
  await rowOf(ada.email).waitFor({ state: "detached" });
  await app.getByText(`${ada.name} is approved.`).waitFor();
  const approved = await tagsInStore(ada.id);
  expect(approved).toEqual(expect.arrayContaining(["Approved", "UserType:Student"]));
  expect(approved).not.toContain("Pending");

  await app.getByRole("button", { name: "Undo" }).click();
  await app.getByText("Undone: the registration is Pending again.").waitFor();
  await rowOf(ada.email).waitFor();
  const undone = await tagsInStore(ada.id);
  expect(undone).toEqual(expect.arrayContaining(["Pending", "UserType:Student"]));
  expect(undone).not.toContain("Approved");

  await reject(ada.name);
  await app.getByText(`${ada.name} is rejected.`).waitFor();
  await rowOf(ada.email).waitFor({ state: "detached" });
  expect(await tagsInStore(ada.id)).toContain("Disabled");
  await tab("Rejected").click();
  await rowOf(ada.email).waitFor();
  const buttons = (name: RegExp) => rowOf(ada.email).getByRole("button", { name }).count();
  expect(await buttons(/^Reject/)).toBe(0);
  await approve.click();
  await app.getByText(`${ada.name} is approved.`).waitFor();
  expect(await tagsInStore(ada.id)).toContain("Approved");
  expect(await tagsInStore(ada.id)).not.toContain("Disabled");
  await tab("Approved").click();
  await rowOf(ada.email).waitFor();
  expect(await buttons(/^Approve/)).toBe(0);

  await tab("Pending").click();
  await app.getByRole("textbox", { name: "Search" }).focus();
  await app.getByRole("button", { name: "Clear" }).click();
  const [dora, emil] = [await registerStudent("Dora"), await registerStudent("Emil")];
  const people = [await registerStudent("Fay"), await registerStudent("Gus"), await registerStudent("Hal")];
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  for (const { email } of [dora, emil, ...people]) await rowOf(email).waitFor();
  await app.getByRole("button", { name: `Approve ${dora.name}` }).click();
  await app.getByRole("button", { name: `Approve ${emil.name}` }).click();
  await rowOf(dora.email).waitFor({ state: "detached" });
  await rowOf(emil.email).waitFor({ state: "detached" });
  for (const { id } of [dora, emil]) {
    await expect.poll(() => tagsInStore(id)).toContain("Approved");
    await expect.poll(() => countEffectiveMutations(id)).toMatchObject({ tagsAdd: 1, tagsRemove: 1 });
  }
  // Undo is for the last one.
  await expect.poll(() => app.getByRole("button", { name: "Undo" }).count()).toBe(1);

  for (const { name } of people) await app.getByRole("checkbox", { name: `Select ${name}` }).check();
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

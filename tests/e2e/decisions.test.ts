/** Requests for information, rejections with a reason, and rules. */
import { expect, test } from "vitest";
import { namelessControls } from "../support/accessibility.ts";
import { callApi, waitForStudent } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { mailsTo } from "../support/store-mail.ts";
import { registerStudent, tagsInStore } from "../support/store-shop.ts";
import { studentsScreen, waitForLive } from "../support/students-page.ts";
import { DEMO } from "../support/test-shop.ts";

test("a reason is added at the top; with the keyboard, a question by email and a rejection with a reason, whose choices are the next defaults", async () => {
  const unique = Date.now().toString(36);
  const ada = await registerStudent("Ada");
  const [bea, cal] = [await registerStudent("Bea"), await registerStudent("Cal")];
  const settings = await openAdmin({ path: "/settings/reasons/reject" });
  const { app, page } = settings;
  await app.getByRole("button", { name: "Add a reason" }).click();
  expect(await namelessControls(app)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await app.getByText("Enter a short label.").waitFor();
  await app.getByRole("textbox", { name: "For the staff" }).last().fill(`Too late ${unique}`);
  await app.getByRole("textbox", { name: "For the customer" }).last().fill("The deadline has passed.");
  await app.getByRole("textbox", { name: "Code" }).last().fill(`too-late-${unique}`);
  while (await app.getByRole("button", { name: `Move Too late ${unique} up` }).isEnabled())
    await app.getByRole("button", { name: `Move Too late ${unique} up` }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await app.getByText("Saved. It applies to the next decision.").waitFor();
  // With its save bar, the admin doesn't leave a page.
  await page.getByRole("button", { name: "Save" }).waitFor({ state: "hidden" });

  await page.getByRole("link", { name: "Student", exact: true }).click();
  await waitForLive(app);
  const { rowOf, search } = studentsScreen(settings);
  await search(ada.email);
  await rowOf(ada.email).waitFor();
  await page.keyboard.press("Escape");
  await app.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("j");
  await page.keyboard.press("i");
  const dialog = app.getByRole("dialog");
  await dialog.getByText(`Ask ${ada.name} for information`).waitFor();
  await dialog.getByRole("combobox", { name: "Text" }).waitFor();
  expect(await namelessControls(app)).toEqual([]);

  // An empty question isn't sent.
  await dialog.getByRole("button", { name: "Send the question" }).click();
  await dialog.getByText("Enter a question.").waitFor();
  await dialog.getByRole("combobox", { name: "Text" }).selectOption("Proof of enrolment or employment");
  const field = dialog.getByRole("textbox", { name: "Question" });
  await expect.poll(() => field.inputValue()).toMatch(/current proof/);
  await dialog.getByRole("button", { name: "Send the question" }).click();

  await app.getByText(`${ada.name} was asked by email`).waitFor();
  await rowOf(ada.email).waitFor({ state: "detached" });
  await expect
    .poll(() => mailsTo(ada.email))
    .toMatchObject([{ text: expect.stringContaining("current proof") }]);

  await search(bea.email);
  await rowOf(cal.email).waitFor({ state: "detached" });
  await rowOf(bea.email).focus();
  await page.keyboard.press("r");
  const reason = dialog.getByRole("radio", { name: new RegExp(`1\\s+Too late ${unique}`) });
  await reason.waitFor();
  expect(await namelessControls(app)).toEqual([]);
  await page.keyboard.press("1");
  expect(await reason.isChecked()).toBe(true);
  await dialog.getByRole("checkbox", { name: "Send an email to the customer" }).check();
  await page.keyboard.press("Enter");
  await app.getByText(`${bea.name} is rejected. An email is on its way.`).waitFor();
  await expect
    .poll(() => mailsTo(bea.email))
    .toMatchObject([{ text: expect.stringContaining("The deadline has passed.") }]);

  await search(cal.email);
  await rowOf(cal.email).focus();
  await page.keyboard.press("r");
  await expect.poll(() => reason.isChecked()).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await tagsInStore(cal.id)).toContain("Pending");
});

/** Changes what the second administrator may open. */
async function grantSecond(change: (flags: string[]) => string[]): Promise<void> {
  const { body } = await callApi("1", "GET", "/access/administrators");
  const { version, flags } = body.rows.find(({ id }: { id: string }) => id === "2");
  const { status } = await callApi("1", "PUT", "/access/administrators/2", { version, flags: change(flags) });
  expect(status).toBe(200);
}

test("a rule is refused for a public domain, simulated, turned on with a second administrator, approves, and is turned off", async () => {
  const domain = `college${Date.now().toString(36)}.example`;
  const dia = await registerStudent("Dia", DEMO, domain);
  // Saving the rule simulates it once, so she must be in the mirror before that.
  await waitForStudent(dia.email);
  const { app, page, allow } = await openAdmin({ path: "/settings/registrations" });
  allow(/400 \(Bad Request\)/);
  await app.getByRole("link", { name: "Approve by rule" }).click();
  await app.getByRole("link", { name: "Add a rule" }).click();
  await app.getByRole("heading", { name: "New rule", level: 1 }).waitFor();
  expect(await namelessControls(app)).toEqual([]);
  await app.getByRole("textbox", { name: /^Name/ }).fill("College");
  await app.getByRole("textbox", { name: "Email domains" }).fill("gmail.com");
  await app.getByRole("textbox", { name: "Set aside for review" }).fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  await app.getByText("Anyone can have an address at gmail.com").first().waitFor();
  await app.getByRole("textbox", { name: "Email domains" }).fill(domain);
  await page.getByRole("button", { name: "Save" }).click();

  await app
    .getByText("When turned on, of those who are pending now it would approve 1 and set 0 aside.")
    .waitFor();
  expect(await namelessControls(app)).toEqual([]);
  await app.getByRole("button", { name: "Switch on" }).click();
  await app.getByText("This loosens a limit, so it waits.").first().waitFor();
  await grantSecond((flags) => [...flags, "showStudents"]);
  const second = await openAdmin({ path: "/safeguards", administrator: "2" });
  await second.app.getByRole("button", { name: "Agree: Approve by rule: College" }).click();
  await second.app.getByText("In effect now.").waitFor();
  await second.page.close();
  await grantSecond((flags) => flags.filter((flag) => flag !== "showStudents"));
  await expect.poll(() => tagsInStore(dia.id)).toContain("Approved");

  await app.getByRole("button", { name: "Switch off" }).click();
  await app.getByText("“College” is off").waitFor();
});

/** The ways beyond the specification: a question to the person, a rejection with its reason, rules (first text's section 4 and issue 3). */
import { beforeAll, expect, inject, test } from "vitest";
import { mirrorIsThere, studentIsKnown } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { namelessControls } from "../support/nameless-controls.ts";
import { registerStudent, tagsInStore } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";
import { DEMO } from "../support/test-shop.ts";

beforeAll(() => mirrorIsThere());

/** The mails that the console sent to somebody, as the local store's mail page has them. */
async function mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
  const response = await fetch(
    `${inject("backroom").localStoreUrl}/mail.json?to=${encodeURIComponent(email)}`,
  );
  return ((await response.json()) as { messages: { subject: string; text: string }[] }).messages;
}

test("with the keyboard: ask for information, the mail arrives, the row waits in its tab, and goes back", async () => {
  const ada = await registerStudent("Ada");
  const { app, page, rowOf, search, tab } = await openStudents();
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

  // Without words it is not sent.
  await dialog.getByRole("button", { name: "Send the question" }).click();
  await dialog.getByText("Say what the person is asked for.").waitFor();
  await dialog.getByRole("combobox", { name: "Text" }).selectOption("Proof of enrolment or employment");
  const field = dialog.getByRole("textbox", { name: "Question" });
  await expect.poll(() => field.inputValue()).toMatch(/current proof/);
  await dialog.getByRole("button", { name: "Send the question" }).click();

  await app.getByText(`${ada.name} is asked by e-mail`).waitFor();
  await rowOf(ada.email).waitFor({ state: "detached" });
  await expect
    .poll(() => mailsTo(ada.email), { timeout: 15_000 })
    .toMatchObject([{ text: expect.stringContaining("current proof") }]);
  await tab("Needs information").click();
  await rowOf(ada.email)
    .getByText(/Asked by Olivia Owner/)
    .waitFor();
  expect(await tagsInStore(ada.id)).toContain("Pending");
  await app.getByRole("button", { name: `Put ${ada.name} back to pending` }).click();
  await app.getByText(/back in Pending\. The e-mail about it has been sent already/).waitFor();
  await tab("Pending").click();
  await rowOf(ada.email).waitFor();
});

test("with the keyboard: a rejection with the third reason and a mail; the next one proposes the same", async () => {
  const [bea, cal] = [await registerStudent("Bea"), await registerStudent("Cal")];
  const { app, page, rowOf, search, tab } = await openStudents();
  await search(bea.email);
  await rowOf(cal.email).waitFor({ state: "detached" });
  await rowOf(bea.email).focus();
  await page.keyboard.press("r");
  const dialog = app.getByRole("dialog");
  await dialog.getByRole("radio", { name: /Not eligible/ }).waitFor();
  expect(await namelessControls(app)).toEqual([]);
  await page.keyboard.press("3");
  expect(await dialog.getByRole("radio", { name: /Not eligible/ }).isChecked()).toBe(true);
  await dialog.getByRole("checkbox", { name: "Send an e-mail to the person" }).check();
  await page.keyboard.press("Enter");
  await app.getByText(`${bea.name} is rejected. An e-mail is on its way.`).waitFor();
  await expect
    .poll(() => mailsTo(bea.email), { timeout: 15_000 })
    .toMatchObject([{ text: expect.stringContaining("not open to you") }]);

  await search(cal.email);
  await rowOf(cal.email).focus();
  await page.keyboard.press("r");
  await expect.poll(() => dialog.getByRole("radio", { name: /Not eligible/ }).isChecked()).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await tagsInStore(cal.id)).toContain("Pending");

  await search(bea.email);
  await tab("Rejected").click();
  await rowOf(bea.email)
    .getByText(/Not eligible/)
    .waitFor();
  // The history says it, too, and takes it back.
  await rowOf(bea.email).press("Enter");
  await dialog.getByText(/Reason:/).waitFor();
  await dialog.getByRole("button", { name: "Take it back" }).click();
  await app
    .getByText(/Taken back: the registration is Pending again\. The e-mail about it has been sent/)
    .waitFor();
  expect(await tagsInStore(bea.id)).toContain("Pending");
});

test("a rule: refused for a public domain, replayed, switched on, approves, is taken back, switched off", async () => {
  const domain = `college${Date.now().toString(36)}.example`;
  const dia = await registerStudent("Dia", DEMO, domain);
  // What the rule would do is read once, when it is saved: by then the console must have heard of her.
  await studentIsKnown(dia.email);
  const { app, page, allow } = await openAdmin({ path: "/settings" });
  allow(/400 \(Bad Request\)/);
  await app.getByRole("link", { name: "Approve by rule" }).click();
  await app.getByRole("link", { name: "Add a rule" }).click();
  await app.getByRole("heading", { name: "New rule", level: 1 }).waitFor();
  expect(await namelessControls(app)).toEqual([]);
  await app.getByRole("textbox", { name: /^Name/ }).fill("College");
  await app.getByRole("textbox", { name: "E-mail domains" }).fill("gmail.com");
  await app.getByRole("textbox", { name: "Set aside for a look" }).fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  await app.getByText("Anybody can have an address at gmail.com").first().waitFor();
  await app.getByRole("textbox", { name: "E-mail domains" }).fill(domain);
  await page.getByRole("button", { name: "Save" }).click();

  await app
    .getByText("Switched on, of those who are pending now it would approve 1 and set 0 aside.")
    .waitFor();
  expect(await namelessControls(app)).toEqual([]);
  await app.getByRole("button", { name: "Switch on" }).click();
  await app.getByText("“College” is on.").waitFor();
  await expect.poll(() => tagsInStore(dia.id)).toContain("Approved");

  const students = await openStudents({ query: "?tab=approved" });
  await students.search(dia.email);
  await students.rowOf(dia.email).press("Enter");
  const history = students.app.getByRole("dialog");
  await history.getByText("decided by Rule: College").waitFor();
  await history.getByRole("button", { name: "Take it back" }).click();
  await students.app.getByText("Taken back: the registration is Pending again.").waitFor();
  expect(await tagsInStore(dia.id)).toContain("Pending");

  await app.getByRole("button", { name: "Switch off" }).click();
  await app.getByText("“College” is off").waitFor();
  const eva = await registerStudent("Eva", DEMO, domain);
  await students.tab("Pending").click();
  await students.search(eva.email);
  await students.rowOf(eva.email).waitFor();
  expect(await tagsInStore(eva.id)).toContain("Pending");
});

test("the owner adds a reason and moves it up; it is offered first", async () => {
  const unique = Date.now().toString(36);
  const { app, page } = await openAdmin({ path: "/settings/reasons/reject" });
  await app.getByRole("button", { name: "Add a reason" }).click();
  expect(await namelessControls(app)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await app.getByText("Say it in a few words.").waitFor();
  await app.getByRole("textbox", { name: "For the staff" }).last().fill(`Too late ${unique}`);
  await app.getByRole("textbox", { name: "For the person" }).last().fill("The deadline has passed.");
  await app.getByRole("textbox", { name: "Code" }).last().fill(`too-late-${unique}`);
  while (await app.getByRole("button", { name: `Move Too late ${unique} up` }).isEnabled())
    await app.getByRole("button", { name: `Move Too late ${unique} up` }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await app.getByText("Saved. It applies to the next decision.").waitFor();

  const flo = await registerStudent("Flo");
  const students = await openStudents();
  await students.search(flo.email);
  await students.rowOf(flo.email).focus();
  await students.page.keyboard.press("r");
  await students.app.getByRole("radio", { name: new RegExp(`1\\s+Too late ${unique}`) }).waitFor();
});

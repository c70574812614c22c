import { expect, test } from "vitest";
import { partnersIn, settingsForm, submittedSwitches } from "~/functions/settings/form";
import { readForm } from "~/platform/form";
import { app } from "../../support/app.ts";

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test.each([
  [{ intent: "save", seen: "", mtdUsers: "on" }, { mtdUsers: true }],
  [
    { intent: "save", seen: "mtdUsers,employeeStoreColumns", employeeStoreColumns: "on" },
    { mtdUsers: false },
  ],
  // One that another window turned on since then.
  [{ intent: "save", seen: "mtdUsers", mtdUsers: "on" }, {}],
  [{ intent: "undo", mtdUsers: "off" }, { mtdUsers: false }],
])("the form %j changes the switches %j", (fields, changed) => {
  const form = readForm(formOf(fields), settingsForm(app.declarations));
  if (form.intent === "rebuild") throw new Error("The form has another intent.");
  expect(submittedSwitches(form, app.declarations.switches)).toEqual(changed);
});

test("the partners of a form are in its order, with those that it showed", () => {
  const acme = { handle: "acme", name: "Acme Tools" };
  const fields = { "name.1": "Guests", "handle.1": "guests", "name.0": "Acme", "handle.0": "acme" };
  expect(partnersIn(formOf({ ...fields, seen: JSON.stringify([acme]) }))).toEqual({
    list: [
      { handle: "guests", name: "Guests" },
      { handle: "acme", name: "Acme" },
    ],
    seen: [acme],
  });
});

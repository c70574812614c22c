import { z } from "zod";
import { formatInputDate } from "~/platform/dates/date-text";
import { jsonField } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { EDIT_FIELDS, typedName } from "./edit-fields";

/** What an edit dialog posts (`ui/EditDialog.tsx`). */
export const editForm = z.looseObject({
  intent: z.literal("edit"),
  customerId: z.string(),
  name: z.string(),
  /** The values that were read when the dialog was opened, and what the dialog made of them. */
  seen: jsonField(z.record(z.string(), z.string())),
  shown: jsonField(z.record(z.string(), z.string())),
});

const CONSENTS = new Set(EDIT_FIELDS.filter(({ kind }) => kind === "consent").map(({ name }) => name));

/** The input of an edit call: the customer, the changed fields, and the values that the dialog showed. */
export const editRequest = (form: z.infer<typeof editForm>) => ({
  id: form.customerId,
  ...editedFields(form),
  seen: form.seen,
});

/**
 * The fields that the administrator changed in the dialog. Unchanged ones aren't sent. A missing date is shown as today, so it is also
 * sent as today if it was typed.
 */
function editedFields(form: z.infer<typeof editForm>): Record<string, string> {
  const { seen, shown } = form;
  const sent = Object.keys(shown).map((name): [string, string] => [name, String(form[name] ?? "")]);
  const isTyped = (name: string) => typedName(name) in form && formatInputDate(seen[name] ?? "") === "";
  const changed = sent.filter(([name, value]) => value !== shown[name] || isTyped(name));
  // A box that is not ticked sends nothing: that is a no.
  return Object.fromEntries(
    changed.map(([name, value]) => [name, CONSENTS.has(name) ? value || "0" : value]),
  );
}

/** The notice after an edit. @param changed the names of the fields that changed */
export function editedNotice(name: string, changed: readonly string[]): ActionAnswer {
  if (changed.length > 0) return { notice: { level: "success", text: `${name} is saved.` } };
  return { notice: { level: "info", text: "Nothing was changed, so there was nothing to save." } };
}

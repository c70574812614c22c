import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { stableUuid } from "~/platform/stable-uuid.server";
import type { notesCalls } from "./calls.server";
import { NOTE_LENGTH } from "./schemas";

const text = z
  .string()
  .trim()
  .min(1, "Enter a note.")
  .max(NOTE_LENGTH, `A note has at most ${NOTE_LENGTH} characters.`);

const noteForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), text, operationId: z.string().min(8) }),
  z.object({ intent: z.literal("change"), noteId: z.string(), version: z.coerce.number(), text }),
  z.object({ intent: z.literal("remove"), noteId: z.string() }),
  z.object({ intent: z.literal("restore"), noteId: z.string() }),
]);

/** Runs the action that the notes form requests. @param customerId the number at the end of the customer's id */
export async function answerNoteForm(
  notes: ContractRouterClient<typeof notesCalls>,
  customerId: string,
  form: FormData,
): Promise<ActionAnswer> {
  const request = readForm(form, noteForm);
  switch (request.intent) {
    case "add": {
      // The form keeps its operation id after a lost answer. A text that was changed since is another note.
      const operationId = stableUuid(request.operationId, request.text);
      await notes.add({ id: customerId, text: request.text, operationId });
      return { notice: { level: "success", text: "Note added." } };
    }
    case "change":
      await notes.change({ id: request.noteId, text: request.text, version: request.version });
      return { notice: { level: "success", text: "Note saved." } };
    case "remove": {
      await notes.remove({ id: request.noteId });
      const undo = { label: "Undo", fields: { intent: "restore", noteId: request.noteId } };
      return { notice: { level: "success", text: "Note deleted.", undo } };
    }
    case "restore":
      await notes.restore({ id: request.noteId });
      return { notice: { level: "success", text: "Note restored." } };
  }
}

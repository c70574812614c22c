import { randomUUID } from "node:crypto";
import { z } from "zod";
import { call } from "~/core/call.server";
import { CARD_FLAGS } from "~/domain/customers/kinds";
import { NOTE_LENGTH } from "./note-length";
import * as notes from "./notes.server";

const noteId = z.uuid("must be the id of a note");

const customerId = notes.text.regex(/^\d{1,16}$/, "must be the number at the end of the customer's id");

const noteText = notes.text
  .trim()
  .min(1, "must not be empty")
  .max(NOTE_LENGTH, `must be at most ${NOTE_LENGTH} characters`);

/** The calls about notes on customers. They also require a flag of the kinds that the customer is of, as the card does. */
export const notesCalls = {
  list: call("GET /customer/{id}/notes", {
    for: CARD_FLAGS,
    summary: "The latest notes on a customer",
    input: z.object({ id: customerId }),
    output: notes.latestNotes,
    run: (context, input) => notes.listNotes(context, Number(input.id)),
  }),
  add: call("POST /customer/{id}/notes", {
    for: CARD_FLAGS,
    summary: "Add a note on a customer",
    input: z.object({
      id: customerId,
      text: noteText,
      /** Made by the caller; repeating the call with it adds no second note. */
      operationId: notes.text.min(8).max(100).optional(),
    }),
    output: notes.noteShape,
    run: (context, { id, text, operationId = randomUUID() }) =>
      notes.addNote(context, { customerId: Number(id), text, operationId }),
  }),
  change: call("PUT /notes/{id}", {
    for: CARD_FLAGS,
    summary: "Edit your own note",
    input: z.object({ id: noteId, text: noteText, version: z.coerce.number().int() }),
    output: notes.noteShape,
    run: (context, input) => notes.changeNote(context, input.id, input.text, input.version),
  }),
  remove: call("DELETE /notes/{id}", {
    for: CARD_FLAGS,
    summary: "Delete your own note",
    input: z.object({ id: noteId }),
    output: notes.noteShape,
    run: (context, input) => notes.removeNote(context, input.id),
  }),
  restore: call("POST /notes/{id}/restore", {
    for: CARD_FLAGS,
    summary: "Take the deletion of a note back",
    input: z.object({ id: noteId }),
    output: notes.noteShape,
    run: (context, input) => notes.restoreNote(context, input.id),
  }),
};

import { z } from "zod";
import { CUSTOMER_FLAGS } from "~/domain/customers/kinds";
import { call } from "~/platform/contract/call";

/** The longest note (characters). */
export const NOTE_LENGTH = 2_000;

const text = z.string();
const noteId = z.uuid("must be the id of a note");
const customerId = text.regex(/^\d{1,16}$/, "must be the number at the end of the customer's id");
const noteText = text
  .trim()
  .min(1, "must not be empty")
  .max(NOTE_LENGTH, `must be at most ${NOTE_LENGTH} characters`);

/** A note as the card shows it. Instants are ISO 8601. */
export const noteShape = z.object({
  id: text,
  text,
  author: z.object({ id: text, name: text }),
  at: text,
  editedAt: text.nullable(),
  /** To be sent back with a change. */
  version: z.number().int(),
  /** The reader wrote it, and may change it. */
  isOwn: z.boolean(),
});
export type Note = z.infer<typeof noteShape>;

const latestNotes = z.object({
  notes: z.array(noteShape),
  /** True when there are older notes. */
  hasMore: z.boolean(),
});
export type LatestNotes = z.infer<typeof latestNotes>;

/** The calls about notes on customers. They also require a flag of the kinds that the customer is of, as the card does. */
export const notesContract = {
  list: call(CUSTOMER_FLAGS)
    .route({ method: "GET", path: "/customer/{id}/notes", summary: "The latest notes on a customer" })
    .input(z.object({ id: customerId }))
    .output(latestNotes),
  add: call(CUSTOMER_FLAGS)
    .route({ method: "POST", path: "/customer/{id}/notes", summary: "Add a note on a customer" })
    .input(
      z.object({
        id: customerId,
        text: noteText,
        /** Made by the caller; repeating the call with it adds no second note. */
        operationId: text.min(8).max(100).optional(),
      }),
    )
    .output(noteShape),
  change: call(CUSTOMER_FLAGS)
    .route({ method: "PUT", path: "/notes/{id}", summary: "Change a note of one's own" })
    .input(z.object({ id: noteId, text: noteText, version: z.coerce.number().int() }))
    .output(noteShape),
  remove: call(CUSTOMER_FLAGS)
    .route({ method: "DELETE", path: "/notes/{id}", summary: "Delete a note of one's own" })
    .input(z.object({ id: noteId }))
    .output(noteShape),
  restore: call(CUSTOMER_FLAGS)
    .route({ method: "POST", path: "/notes/{id}/restore", summary: "Take the deletion of a note back" })
    .input(z.object({ id: noteId }))
    .output(noteShape),
};

import { randomUUID } from "node:crypto";
import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { notesContract } from "./contract";
import { addNote, changeNote, listNotes, removeNote, restoreNote } from "./notes.server";

const calls = implement(notesContract).$context<CallContext>().use(guard);

/** The calls about notes. */
export const notesRouter = calls.router({
  list: calls.list.handler(({ input, context }) => listNotes(context, Number(input.id))),
  add: calls.add.handler(({ input: { id, text, operationId = randomUUID() }, context }) =>
    addNote(context, { customerId: Number(id), text, operationId }),
  ),
  change: calls.change.handler(({ input, context }) =>
    changeNote(context, input.id, input.text, input.version),
  ),
  remove: calls.remove.handler(({ input, context }) => removeNote(context, input.id)),
  restore: calls.restore.handler(({ input, context }) => restoreNote(context, input.id)),
});

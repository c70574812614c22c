import { z } from "zod";
import { call } from "~/core/call.server";
import { agreeToChange, cancelChange, listWaiting, type SafeguardChange } from "./end-change.server";

const text = z.string();
const id = z.uuid("must be the id of a change");

/** A looser value that waits, as people read it. */
const waitingChange = z.object({
  id: text,
  title: text,
  /** The record that it is about, where each has a limit of its own. Empty otherwise. */
  subjectId: text,
  before: text,
  after: text,
  requestedBy: text,
  /** Instants, ISO 8601. */
  requestedAt: text,
  dueAt: text,
  /** Whether the caller may agree: not the one who requested it. */
  mayAgree: z.boolean(),
});
export type WaitingChange = z.infer<typeof waitingChange>;

const viewOf = (change: SafeguardChange, readerId: string): WaitingChange => ({
  id: change.id,
  title: change.title,
  subjectId: change.subjectId,
  before: change.beforeText,
  after: change.afterText,
  requestedBy: change.requestedByName,
  requestedAt: change.requestedAt.toISOString(),
  dueAt: change.dueAt.toISOString(),
  mayAgree: change.requestedById !== readerId,
});

/** The calls about limits that wait to be loosened. Each checks the flag of the change itself. */
export const safeguardCalls = {
  list: call("GET /safeguards", {
    for: "signed-in",
    summary: "The loosened limits that wait for a second person, of the caller's functions",
    output: z.object({ list: z.array(waitingChange) }),
    run: async (context) => ({
      list: (await listWaiting(context)).map((change) => viewOf(change, context.administrator.id)),
    }),
  }),
  agree: call("POST /safeguards/{id}/agree", {
    for: "signed-in",
    summary: "Put a loosened limit into effect, as the second person",
    input: z.object({ id }),
    output: z.object({ title: text, after: text }),
    async run(context, input) {
      const { title, afterText: after } = await agreeToChange(context, input.id);
      return { title, after };
    },
  }),
  cancel: call("POST /safeguards/{id}/cancel", {
    for: "signed-in",
    summary: "Cancel a loosened limit before it takes effect",
    input: z.object({ id }),
    output: z.object({ title: text, before: text }),
    async run(context, input) {
      const { title, beforeText: before } = await cancelChange(context, input.id);
      return { title, before };
    },
  }),
};

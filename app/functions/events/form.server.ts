import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { pluralize } from "~/platform/text/pluralize";
import type { eventsCalls } from "./calls.server";

type Calls = ContractRouterClient<typeof eventsCalls>;

const id = z.coerce.number();

/** The fields as the dialog sends them; the call says what is wrong with them. */
const fields = {
  name: z.string(),
  description: z.string(),
  dateFrom: z.string(),
  dateTo: z.string(),
  capacity: z
    .string()
    .trim()
    .transform((text) => (text === "" ? null : Number(text))),
  rsvpBy: z
    .string()
    .trim()
    .transform((text) => text || null),
};

const intent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("create"), ...fields, operationId: z.string() }),
  z.object({
    intent: z.literal("change"),
    id,
    version: z.coerce.number(),
    ...fields,
    active: z.literal("on").optional(),
    operationId: z.string(),
  }),
  z.object({ intent: z.literal("archive"), id, name: z.string() }),
  z.object({ intent: z.literal("restore"), id, name: z.string() }),
  z.object({ intent: z.literal("removeUsers"), id, name: z.string(), operationId: z.string() }),
  z.object({ intent: z.literal("report"), id, name: z.string() }),
]);

/** Runs an action of the Events page and returns its result. */
export async function answerEventsForm(events: Calls, form: FormData): Promise<ActionAnswer> {
  const request = readForm(form, intent);
  switch (request.intent) {
    case "create": {
      const { intent: _, ...event } = request;
      const { name } = await events.create(event);
      return success(`${name} is created. Invite people to it with View Invite, and publish it with Edit.`);
    }
    case "change": {
      const { intent: _, operationId: __, active, ...change } = request;
      const { event, changed } = await events.change({ ...change, active: active === "on" });
      if (changed.length === 0) return { notice: { level: "info", text: "Nothing changed." } };
      return success(`${event.name} is saved.`);
    }
    case "archive": {
      await events.archive({ id: request.id });
      const undo = { intent: "restore", id: String(request.id), name: request.name };
      return success(`${request.name} is deleted.`, { undo: { label: "Undo", fields: undo } });
    }
    case "restore":
      await events.restore({ id: request.id });
      return success(`${request.name} is restored.`);
    case "removeUsers": {
      const { jobId, count } = await events.removeUsers({ id: request.id, operationId: request.operationId });
      if (!jobId) return { notice: { level: "info", text: `${request.name} has no users to remove.` } };
      const text = `${pluralize(count, "user leaves", "users leave")} ${request.name}.`;
      return success(text, {
        link: { label: "Open in the job center", url: `/jobs/${jobId}` },
        job: { id: jobId, title: `Remove Users: ${request.name}` },
      });
    }
    case "report": {
      const { jobId, to } = await events.report({ id: request.id });
      return success(`The report on ${request.name} is being made and will be sent to ${to}.`, {
        link: { label: "Open in the job center", url: `/jobs/${jobId}` },
        job: { id: jobId, title: `Report on ${request.name}`, writesFile: true },
      });
    }
  }
}

const success = (text: string, more: Partial<NonNullable<ActionAnswer["notice"]>> = {}): ActionAnswer => ({
  notice: { level: "success", text, ...more },
});

import { z } from "zod";
import { REGISTRATION_STATUSES, STATUS_TAGS } from "~/domain/registrations/status";
import type { Staff } from "~/door.server";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { decidedText, undoneText } from "./messages";

const status = z.enum(REGISTRATION_STATUSES);
const operationId = z.string().min(8).max(100);

/** What the page can ask for. */
const intent = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("decide"),
    customerId: z.string(),
    name: z.string(),
    from: status,
    to: status,
    operationId,
  }),
  z.object({ intent: z.literal("undo"), decisionId: z.string(), operationId }),
  z.object({
    intent: z.literal("decideMany"),
    from: status,
    to: status,
    /** The selected rows. */
    customers: jsonField(z.array(z.object({ id: z.string(), label: z.string() }))),
  }),
]);

/** The answer of the page's action; `jobId` when a job was started. */
export type StudentsAnswer = ActionAnswer & { jobId?: string };

/** Carries out what the page's form asks for, and says what came of it. */
export async function answerStudentsForm({ backend }: Staff, form: FormData): Promise<StudentsAnswer> {
  const asked = readForm(form, intent);
  switch (asked.intent) {
    case "decide": {
      const { decisionId } = await backend.customers.changeStatus({
        ids: { id: asked.customerId },
        removeTag: STATUS_TAGS[asked.from],
        addTag: STATUS_TAGS[asked.to],
        operationId: asked.operationId,
      });
      const undo = { label: "Undo", fields: { intent: "undo", decisionId } };
      return { notice: { level: "success", text: decidedText(asked.name, asked.to), undo } };
    }
    case "undo": {
      const undone = await backend.customers.undoDecision({
        id: asked.decisionId,
        operationId: asked.operationId,
      });
      return { notice: { level: "success", text: undoneText(undone.status) } };
    }
    case "decideMany": {
      const { jobId } = await backend.customers.decideMany({
        registration: "student",
        customers: asked.customers,
        removeTag: STATUS_TAGS[asked.from],
        addTag: STATUS_TAGS[asked.to],
      });
      const text = `${asked.customers.length} registrations are being worked on. Each row leaves the list when it is done.`;
      return {
        jobId,
        notice: { level: "info", text, link: { label: "Open in the job centre", url: `/jobs/${jobId}` } },
      };
    }
  }
}

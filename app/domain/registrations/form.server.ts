import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import type { customersContract } from "~/domain/customers/contract";
import { editedNotice, editForm, editRequest } from "~/domain/customers/edit-form.server";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { decidedText, undoneText } from "./messages";
import { REGISTRATION_STATUSES, type Registration, STATUS_TAGS } from "./status";

const status = z.enum(REGISTRATION_STATUSES);
const operationId = z.string().min(8).max(100);

/** As much of a name as a job keeps (characters). */
const LABEL_MOST = 300;

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
  editForm,
  z.object({ intent: z.literal("undo"), decisionId: z.string(), operationId }),
  z.object({
    intent: z.literal("decideMany"),
    from: status,
    to: status,
    /** The selected rows. A long name is cut: the whole selection must not be refused for it. */
    customers: jsonField(
      z.array(
        z.object({ id: z.string(), label: z.string().transform((label) => label.slice(0, LABEL_MOST)) }),
      ),
    ),
    operationId,
  }),
]);

/** The answer of the page's action; `jobId` when a job was started. */
export type RegistrationsAnswer = ActionAnswer & { jobId?: string };

/** Carries out what the page's form asks for, and says what came of it. */
export async function answerRegistrationsForm(
  { customers }: { customers: ContractRouterClient<typeof customersContract> },
  registration: Registration,
  form: FormData,
): Promise<RegistrationsAnswer> {
  const asked = readForm(form, intent);
  switch (asked.intent) {
    case "decide": {
      const { decisionId } = await customers.changeStatus({
        ids: { id: asked.customerId },
        removeTag: STATUS_TAGS[asked.from],
        addTag: STATUS_TAGS[asked.to],
        operationId: asked.operationId,
      });
      const undo = { label: "Undo", fields: { intent: "undo", decisionId } };
      return { notice: { level: "success", text: decidedText(asked.name, asked.to), undo } };
    }
    case "edit": {
      const { changed } = await customers.edit(editRequest(asked));
      return editedNotice(asked.name, changed);
    }
    case "undo": {
      const undone = await customers.undoDecision({
        id: asked.decisionId,
        operationId: asked.operationId,
      });
      return { notice: { level: "success", text: undoneText(undone.status) } };
    }
    case "decideMany": {
      const { jobId } = await customers.decideMany({
        registration,
        customers: asked.customers,
        removeTag: STATUS_TAGS[asked.from],
        addTag: STATUS_TAGS[asked.to],
        operationId: asked.operationId,
      });
      const text = `${asked.customers.length} registrations are being worked on. Each row leaves the list when it is done.`;
      return {
        jobId,
        notice: { level: "info", text, link: { label: "Open in the job centre", url: `/jobs/${jobId}` } },
      };
    }
  }
}

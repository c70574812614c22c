import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import type { customersContract } from "~/domain/customers/contract";
import { editedNotice, editForm, editRequest } from "~/domain/customers/edit-form.server";
import { parseStoredDate, toIsoDate } from "~/platform/dates/date-text";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { decisionsContract } from "./decisions-contract";
import { askedText, decidedText, endText, pendingAgainText, undoneText, withdrawnText } from "./messages";
import type { questionsContract } from "./questions/contract";
import { REGISTRATION_STATUSES, type Registration, STATUS_TAGS } from "./status";

const status = z.enum(REGISTRATION_STATUSES);
const operationId = z.string().min(8).max(100);

/** Details of a decision. The page's dialog sends "off" when no email is wanted. */
const details = {
  reason: z.string().optional(),
  note: z.string().optional(),
  notify: z.enum(["on", "off"]).optional(),
};

/** How much of a name a job stores (characters). */
const MAX_LABEL_LENGTH = 300;

/** The intents of the page's form. */
const intent = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("decide"),
    customerId: z.string(),
    name: z.string(),
    from: status,
    to: status,
    ...details,
    operationId,
  }),
  z.object({
    intent: z.literal("ask"),
    customerId: z.string(),
    name: z.string(),
    text: z.string(),
    operationId,
  }),
  z.object({ intent: z.literal("withdraw"), questionId: z.string(), name: z.string().optional() }),
  editForm,
  z.object({
    intent: z.literal("renew"),
    customerId: z.string(),
    name: z.string(),
    enddate: z.string(),
    /** The end date that was shown. The request is refused if the date has changed since. */
    seen: z.string(),
  }),
  z.object({ intent: z.literal("undo"), decisionId: z.string(), operationId }),
  z.object({ intent: z.literal("undoMany"), jobId: z.string() }),
  z.object({
    intent: z.literal("decideMany"),
    from: status,
    to: status,
    ...details,
    /** The selected rows. Long names are truncated, so that they don't fail the whole selection. */
    customers: jsonField(
      z.array(
        z.object({
          id: z.string(),
          label: z.string().transform((label) => label.slice(0, MAX_LABEL_LENGTH)),
        }),
      ),
    ),
    operationId,
  }),
]);

/** The answer of the page's action, with `jobId` when a job was started and `operationId` for a decision. */
export type RegistrationsAnswer = ActionAnswer & { jobId?: string; operationId?: string };

/** The calls that the page's form makes. */
interface Calls {
  customers: ContractRouterClient<typeof customersContract & typeof decisionsContract>;
  questions: ContractRouterClient<typeof questionsContract>;
}

/** Runs the form's intent. @returns the notice with its outcome */
export async function answerRegistrationsForm(
  { customers, questions }: Calls,
  registration: Registration,
  form: FormData,
): Promise<RegistrationsAnswer> {
  const request = readForm(form, intent);
  switch (request.intent) {
    case "decide": {
      const { decisionId, mails } = await customers.changeStatus({
        ids: { id: request.customerId },
        removeTag: STATUS_TAGS[request.from],
        addTag: STATUS_TAGS[request.to],
        registration,
        ...detailsIn(request),
        operationId: request.operationId,
      });
      const undo = { label: "Undo", fields: { intent: "undo", decisionId } };
      const text = decidedText(request.name, request.to, mails);
      return { operationId: request.operationId, notice: { level: "success", text, undo } };
    }
    case "ask": {
      const { questionId } = await questions.ask({
        ids: { id: request.customerId },
        registration,
        text: request.text,
        operationId: request.operationId,
      });
      const undo = { label: "Undo", fields: { intent: "withdraw", questionId, name: request.name } };
      return { notice: { level: "success", text: askedText(request.name), undo } };
    }
    case "withdraw": {
      const { mail, isPending } = await questions.withdraw({ id: request.questionId });
      const text = isPending ? pendingAgainText(request.name, mail) : withdrawnText(mail);
      return { notice: { level: "success", text } };
    }
    case "edit": {
      const { changed } = await customers.edit(editRequest(request));
      return editedNotice(request.name, changed);
    }
    case "renew": {
      const { customerId, name, enddate, seen } = request;
      const { changed } = await customers.edit({ id: customerId, enddate, seen: { enddate: seen } });
      if (changed.length === 0) return editedNotice(name, changed);
      const end = toIsoDate(enddate);
      // A time after the date isn't restored. A text that isn't a date can't be saved again.
      const earlier = seen.trim() === "" ? "" : parseStoredDate(seen);
      const fields = { intent: "renew", customerId, name, enddate: earlier ?? "", seen: end };
      const undo = earlier === null ? undefined : { label: "Undo", fields };
      return { notice: { level: "success", text: endText(name, end), undo } };
    }
    case "undo": {
      const result = await customers.undoDecision({
        id: request.decisionId,
        operationId: request.operationId,
      });
      return { notice: { level: "success", text: undoneText(result.status, result.mails) } };
    }
    case "undoMany": {
      const { jobId } = await customers.undoDecisions({ jobId: request.jobId });
      const link = { label: "Open in the job center", url: `/jobs/${jobId}` };
      const text = "The decisions are being undone. Customers who were changed since are skipped.";
      return { jobId, notice: { level: "info", text, link, job: { id: jobId } } };
    }
    case "decideMany": {
      const { jobId } = await customers.decideMany({
        registration,
        customers: request.customers,
        removeTag: STATUS_TAGS[request.from],
        addTag: STATUS_TAGS[request.to],
        ...detailsIn(request),
        operationId: request.operationId,
      });
      const text = `${request.customers.length} registrations are being processed. Each row leaves the list when it is done.`;
      return {
        jobId,
        operationId: request.operationId,
        notice: {
          level: "info",
          text,
          link: { label: "Open in the job center", url: `/jobs/${jobId}` },
          job: { id: jobId, undo: { label: "Undo", fields: { intent: "undoMany", jobId } } },
        },
      };
    }
  }
}

const detailsIn = ({ reason, note, notify }: { reason?: string; note?: string; notify?: "on" | "off" }) => ({
  ...(reason && { reason }),
  ...(note && { note }),
  ...(notify && { notify: notify === "on" }),
});

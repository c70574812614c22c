import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import type { customersContract } from "~/domain/customers/contract";
import { editedNotice, editForm, editRequest } from "~/domain/customers/edit-form.server";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keptDay } from "~/platform/written-day";
import { askedText, decidedText, endText, undoneText, withdrawnText } from "./messages";
import type { questionsContract } from "./questions/contract";
import { REGISTRATION_STATUSES, type Registration, STATUS_TAGS } from "./status";

const status = z.enum(REGISTRATION_STATUSES);
const operationId = z.string().min(8).max(100);

/** What may be said with a decision; the page's dialog sends "off" for a mail that is not wanted. */
const said = {
  reason: z.string().optional(),
  note: z.string().optional(),
  notify: z.enum(["on", "off"]).optional(),
};

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
    ...said,
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
    /** The end date that was shown; one that somebody changed since is refused. */
    seen: z.string(),
  }),
  z.object({ intent: z.literal("undo"), decisionId: z.string(), operationId }),
  z.object({
    intent: z.literal("decideMany"),
    from: status,
    to: status,
    ...said,
    /** The selected rows. A long name is cut: the whole selection must not be refused for it. */
    customers: jsonField(
      z.array(
        z.object({ id: z.string(), label: z.string().transform((label) => label.slice(0, LABEL_MOST)) }),
      ),
    ),
    operationId,
  }),
]);

/** The answer of the page's action; `jobId` when a job was started, `operationId` of a decision that is done or begun. */
export type RegistrationsAnswer = ActionAnswer & { jobId?: string; operationId?: string };

/** The calls that the page's form makes. */
interface Calls {
  customers: ContractRouterClient<typeof customersContract>;
  questions: ContractRouterClient<typeof questionsContract>;
}

/** Carries out what the page's form asks for, and says what came of it. */
export async function answerRegistrationsForm(
  { customers, questions }: Calls,
  registration: Registration,
  form: FormData,
): Promise<RegistrationsAnswer> {
  const asked = readForm(form, intent);
  switch (asked.intent) {
    case "decide": {
      const { decisionId, mails } = await customers.changeStatus({
        ids: { id: asked.customerId },
        removeTag: STATUS_TAGS[asked.from],
        addTag: STATUS_TAGS[asked.to],
        ...saidIn(asked),
        operationId: asked.operationId,
      });
      const undo = { label: "Undo", fields: { intent: "undo", decisionId } };
      const text = decidedText(asked.name, asked.to, mails);
      return { operationId: asked.operationId, notice: { level: "success", text, undo } };
    }
    case "ask": {
      const { questionId } = await questions.ask({
        ids: { id: asked.customerId },
        text: asked.text,
        operationId: asked.operationId,
      });
      const undo = { label: "Undo", fields: { intent: "withdraw", questionId, name: asked.name } };
      return { notice: { level: "success", text: askedText(asked.name), undo } };
    }
    case "withdraw": {
      const { mail } = await questions.withdraw({ id: asked.questionId });
      return { notice: { level: "success", text: withdrawnText(asked.name, mail) } };
    }
    case "edit": {
      const { changed } = await customers.edit(editRequest(asked));
      return editedNotice(asked.name, changed);
    }
    case "renew": {
      const { customerId, name, enddate, seen } = asked;
      const { changed } = await customers.edit({ id: customerId, enddate, seen: { enddate: seen } });
      if (changed.length === 0) return editedNotice(name, changed);
      const end = keptDay(enddate);
      const back = { intent: "renew", customerId, name, enddate: seen, seen: end };
      return {
        notice: { level: "success", text: endText(name, end), undo: { label: "Undo", fields: back } },
      };
    }
    case "undo": {
      const undone = await customers.undoDecision({
        id: asked.decisionId,
        operationId: asked.operationId,
      });
      return { notice: { level: "success", text: undoneText(undone.status, undone.mails) } };
    }
    case "decideMany": {
      const { jobId } = await customers.decideMany({
        registration,
        customers: asked.customers,
        removeTag: STATUS_TAGS[asked.from],
        addTag: STATUS_TAGS[asked.to],
        ...saidIn(asked),
        operationId: asked.operationId,
      });
      const text = `${asked.customers.length} registrations are being worked on. Each row leaves the list when it is done.`;
      return {
        jobId,
        operationId: asked.operationId,
        notice: { level: "info", text, link: { label: "Open in the job centre", url: `/jobs/${jobId}` } },
      };
    }
  }
}

const saidIn = ({ reason, note, notify }: { reason?: string; note?: string; notify?: "on" | "off" }) => ({
  ...(reason && { reason }),
  ...(note && { note }),
  ...(notify && { notify: notify === "on" }),
});

import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import type { Texts } from "~/core/answer-call.server";
import type { customersCalls } from "~/domain/customers/calls.server";
import { editedNotice, editForm, editRequest } from "~/domain/customers/edit-form.server";
import { parseStoredDate, toIsoDate } from "~/platform/dates/date-text";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { type RegistrationCalls, registrationCall } from "./calls-of-pages";
import { askedText, decidedText, endText, pendingAgainText, undoneText, withdrawnText } from "./messages";
import { statusOfTag } from "./status";

/** The calls that the screens of registrations post, and what they say after them. */
export const registrationTexts: Texts<RegistrationCalls> = {
  "customers.changeStatus": ({ decisionId, mails }, { addTag }, name = "") => ({
    text: decidedText(name, statusOfTag(addTag) ?? "pending", mails),
    undo: { label: "Undo", call: registrationCall("customers.undoDecision", { id: decisionId }) },
  }),
  "customers.undoDecision": ({ status, mails }) => undoneText(status, mails),
  "customers.decideMany": ({ jobId }, { customers }) => ({
    level: "info",
    text: `${customers.length} registrations are being processed. Each row leaves the list when it is done.`,
    link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
    job: { id: jobId, undo: { label: "Undo", call: registrationCall("customers.undoDecisions", { jobId }) } },
  }),
  "customers.undoDecisions": ({ jobId }) => ({
    level: "info",
    text: "The decisions are being undone. Customers who were changed since are skipped.",
    link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
    job: { id: jobId },
  }),
  "questions.ask": ({ questionId }, _input, name = "") => ({
    text: askedText(name),
    undo: { label: "Undo", call: registrationCall("questions.withdraw", { id: questionId }, name) },
  }),
  "questions.withdraw": ({ mail, isPending }, _input, name) =>
    isPending ? pendingAgainText(name, mail) : withdrawnText(mail),
};

/** The intents of the page's forms that don't make calls yet. */
const intent = z.discriminatedUnion("intent", [
  editForm,
  z.object({
    intent: z.literal("renew"),
    customerId: z.string(),
    name: z.string(),
    enddate: z.string(),
    /** The end date that was shown. The request is refused if the date has changed since. */
    seen: z.string(),
  }),
]);

/** The calls that these forms make. */
interface Calls {
  customers: ContractRouterClient<typeof customersCalls>;
}

/** Runs a form's intent. @returns the notice with its outcome */
export async function answerRegistrationsForm({ customers }: Calls, form: FormData): Promise<ActionAnswer> {
  const request = readForm(form, intent);
  switch (request.intent) {
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
  }
}

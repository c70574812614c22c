import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer, Notice } from "~/platform/notice";
import type { invitesCalls } from "./calls.server";
import { answerWithStatus } from "./change.server";
import type { SeveralChanged } from "./invited-user";
import { FALLBACKS } from "./list";

const operationId = z.string().min(8).max(100);
const several = { list: jsonField(z.array(z.object({ id: z.string(), email: z.string() }))), operationId };
const words = { name: z.string(), tags: z.string().default("") };
const id = z.coerce.number().int();

/** What the screen's forms ask for. */
const intent = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("invite"),
    userType: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    tags: z.string(),
    operationId,
  }),
  z.object({ intent: z.literal("resend"), ...several }),
  z.object({ intent: z.literal("delete"), ...several }),
  z.object({ intent: z.literal("restore"), ...several }),
  z.object({
    intent: z.literal("export"),
    registered: z.enum(["0", "1"]),
    search: z.string(),
    sort: z.string(),
    operationId,
  }),
  z.object({ intent: z.literal("addType"), ...words, operationId }),
  z.object({ intent: z.literal("editType"), id, version: z.coerce.number().int(), ...words }),
  z.object({ intent: z.literal("deleteType"), id }),
  z.object({ intent: z.literal("restoreType"), id }),
  z.object({ intent: z.literal("setReadOnly"), id, readOnly: z.enum(["on", "off"]) }),
]);
type FormRequest = z.output<typeof intent>;

type Invites = ContractRouterClient<typeof invitesCalls>;

/** The message for a form that fails without a reason. */
const FALLBACK_OF: Record<FormRequest["intent"], string> = {
  invite: FALLBACKS.send,
  resend: FALLBACKS.send,
  delete: FALLBACKS.remove,
  restore: FALLBACKS.send,
  export: FALLBACKS.exportUsers,
  addType: FALLBACKS.createType,
  editType: FALLBACKS.updateType,
  deleteType: FALLBACKS.deleteType,
  restoreType: FALLBACKS.createType,
  setReadOnly: FALLBACKS.updateType,
};

/** Runs the action of one of the screen's forms and returns its result. */
export async function answerInvitesForm(invites: Invites, form: FormData): Promise<ActionAnswer> {
  const request = readForm(form, intent);
  // Shown at the field, because the dialog covers the notice.
  const field = request.intent === "invite" ? "email" : request.intent.endsWith("Type") ? "name" : undefined;
  return answerWithStatus(FALLBACK_OF[request.intent], () => runRequest(invites, request), field);
}

async function runRequest(invites: Invites, request: FormRequest): Promise<ActionAnswer> {
  const { userTypes } = invites;
  switch (request.intent) {
    case "invite": {
      const { intent: _intent, ...user } = request;
      const { msg, notSent } = await invites.invite(user);
      return notSent ? { notice: { level: "warning", text: msg }, accepted: true } : successResult({ msg });
    }
    case "resend":
      return bulkResult(await invites.resendMany(request));
    case "delete": {
      const answer = await invites.removeMany(request);
      const list = request.list.filter((one) => answer.ids.includes(one.id));
      return bulkResult(answer, {
        label: "Undo",
        fields: { intent: "restore", list: JSON.stringify(list) },
      });
    }
    case "restore":
      return bulkResult(await invites.restoreMany(request));
    case "export":
      return jobResult(await invites.exportUsers(request));
    case "addType":
      return successResult(await userTypes.create(request));
    case "editType":
      return successResult(await userTypes.change(request));
    case "deleteType":
      return successResult(await userTypes.remove(request), {
        label: "Undo",
        fields: { intent: "restoreType", id: String(request.id) },
      });
    case "restoreType":
      return successResult(await userTypes.restore(request));
    case "setReadOnly":
      return successResult(
        await userTypes.setReadOnly({ id: request.id, readOnly: request.readOnly === "on" }),
      );
  }
}

const successResult = ({ msg }: { msg: string }, undo?: Notice["undo"]): ActionAnswer => ({
  notice: { level: "success", text: msg, undo },
});

const jobResult = ({ msg, jobId }: { msg: string; jobId: string }): ActionAnswer => ({
  notice: {
    level: "success",
    text: msg,
    link: { label: "Open in the job center", url: `/jobs/${jobId}` },
    job: { id: jobId, writesFile: true, failure: { text: FALLBACKS.exportUsers } },
  },
});

/** Without an email to anyone, the answer counts as a refusal, so that the same people stay selected. */
const bulkResult = ({ msg, ids, notSent, refused }: SeveralChanged, undo?: Notice["undo"]): ActionAnswer => ({
  notice: { level: notSent.length + refused.length > 0 ? "warning" : "success", text: msg, undo },
  ...(ids.length > notSent.length && { accepted: true }),
});

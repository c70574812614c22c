import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer, Notice } from "~/platform/notice";
import type { InvitedRows, invitationsContract, invitedUserCalls } from "./contract";
import {
  broughtBack,
  deleted,
  invitedAgain,
  leftOut,
  namesSaved,
  onTheirWay,
  REINVITE_IN_JOB,
  REINVITE_STARTED_LINK,
} from "./messages";

/** The calls that such a page makes. */
interface Calls {
  screen: ContractRouterClient<ReturnType<typeof invitedUserCalls>>;
  invitations: ContractRouterClient<typeof invitationsContract>;
}

/** The answer of the page's action. */
export interface InvitedUsersAnswer extends ActionAnswer {
  /** People are being invited once more: the banner of section 2.6 is shown. */
  reinviteStarted?: true;
}

const operationId = z.string().min(8).max(100);
const text = z.string();
const id = z.object({ id: text });

/** What the page can ask for. */
const intent = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("invite"),
    first_name: text,
    last_name: text,
    email: text,
    additional_tags: text,
    mtd_check_box: z.literal("true").optional(),
    operationId,
  }),
  z.object({
    intent: z.literal("edit"),
    ...id.shape,
    version: z.coerce.number(),
    email: text,
    first_name: text,
    last_name: text,
  }),
  z.object({ intent: z.literal("resend"), ...id.shape, operationId }),
  z.object({ intent: z.literal("delete"), ...id.shape }),
  z.object({ intent: z.literal("restore"), ...id.shape, operationId }),
  z.object({
    intent: z.literal("reinviteMany"),
    people: jsonField(z.array(z.object({ id: text, email: text }))),
    operationId,
  }),
  z.object({ intent: z.literal("reinviteFile"), emails: jsonField(z.array(text)), operationId }),
]);

/** Carries out what the page's form asks for, and says what came of it. */
export async function answerInvitedUsersForm(
  { screen, invitations }: Calls,
  form: FormData,
): Promise<InvitedUsersAnswer> {
  const asked = readForm(form, intent);
  switch (asked.intent) {
    case "invite": {
      const { intent: _intent, operationId, mtd_check_box, ...row } = asked;
      await screen.save({
        excelData: [{ id: "", ...row }],
        mtdCheckbox: mtd_check_box === "true",
        operationId,
      });
      return success(onTheirWay(`${row.first_name.trim()} ${row.last_name.trim()}`));
    }
    case "edit": {
      const { intent: _intent, ...row } = asked;
      await screen.save({ excelData: [row] });
      return success(namesSaved(`${row.first_name.trim()} ${row.last_name.trim()}`));
    }
    case "resend": {
      const { name } = await screen.reinvite({ id: asked.id, operationId: asked.operationId });
      return success(invitedAgain(name));
    }
    case "delete": {
      const { name } = await screen.revoke({ id: asked.id });
      const undo = { label: "Undo", fields: { intent: "restore", id: asked.id } };
      return { notice: { level: "success", text: deleted(name), undo } };
    }
    case "restore": {
      const { name } = await screen.restore({ id: asked.id, operationId: asked.operationId });
      return success(broughtBack(name));
    }
    case "reinviteMany": {
      const outcome = await invitations.reinviteMany({
        headers: { "idempotency-key": asked.operationId },
        body: asked.people,
      });
      return reinvited(
        outcome,
        asked.people.map(({ email }) => email),
      );
    }
    case "reinviteFile": {
      const excelData = asked.emails.map((Email) => ({ Email }));
      return reinvited(
        await screen.reinviteFile({ excelData, operationId: asked.operationId }),
        asked.emails,
      );
    }
  }
}

const success = (text: string): InvitedUsersAnswer => ({ notice: { level: "success", text } });

/** What came of inviting many once more; whoever was left out is named. @param emails in the rows' order */
function reinvited({ invited, refused, jobIds }: InvitedRows, emails: readonly string[]): InvitedUsersAnswer {
  const [jobId] = jobIds;
  const link = jobId ? { label: REINVITE_STARTED_LINK, url: `/jobs/${jobId}` } : undefined;
  const sentences = refused.map(({ row, reasons }) => {
    const [sentence = ""] = reasons.map((reason) => reason.sentence);
    const email = emails[row - 2] ?? "";
    return sentence.startsWith(email) ? sentence : `${email}: ${sentence}`;
  });
  const notice = noticeOf(sentences, link);
  return { ...(invited > 0 && { reinviteStarted: true as const }), ...(notice && { notice }) };
}

/** A job's own progress is in the job centre; whoever was left out is told here. */
function noticeOf(sentences: readonly string[], link: Notice["link"]): Notice | undefined {
  if (sentences.length > 0) return { level: "warning", text: leftOut(sentences), link };
  return link && { level: "info", text: REINVITE_IN_JOB, link };
}

import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer, Notice } from "~/platform/notice";
import type { invitationsCalls, invitedUserCalls } from "./calls.server";
import {
  deleted,
  invitationSent,
  invitedAgain,
  invitedUnsent,
  leftOut,
  namesSaved,
  notInvitedAgain,
  REINVITE_IN_JOB,
  REINVITE_STARTED_LINK,
  restored,
} from "./messages";
import type { InvitedRows } from "./row";

/** The calls behind the page's form. */
interface Calls {
  screen: ContractRouterClient<ReturnType<typeof invitedUserCalls>>;
  invitations: ContractRouterClient<typeof invitationsCalls>;
}

/** The answer of the page's action. */
export interface InvitedUsersAnswer extends ActionAnswer {
  /** People are being reinvited, so the banner is shown. */
  reinviteStarted?: true;
}

const operationId = z.string().min(8).max(100);
const text = z.string();
const id = z.object({ id: text });

/** The page's form. */
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

/** Handles the page's form. */
export async function answerInvitedUsersForm(
  { screen, invitations }: Calls,
  form: FormData,
): Promise<InvitedUsersAnswer> {
  const request = readForm(form, intent);
  switch (request.intent) {
    case "invite": {
      const { intent: _intent, operationId, mtd_check_box, ...row } = request;
      const { notSent } = await screen.save({
        excelData: [{ id: "", ...row }],
        mtdCheckbox: mtd_check_box === "true",
        operationId,
      });
      const name = `${row.first_name.trim()} ${row.last_name.trim()}`;
      return outcome(invitationSent(name), notSent && invitedUnsent(name, notSent));
    }
    case "edit": {
      const { intent: _intent, ...row } = request;
      await screen.save({ excelData: [row] });
      return success(namesSaved(`${row.first_name.trim()} ${row.last_name.trim()}`));
    }
    case "resend": {
      const { name, notSent } = await screen.reinvite({ id: request.id, operationId: request.operationId });
      return outcome(invitedAgain(name), notSent && notInvitedAgain(name, notSent));
    }
    case "delete": {
      const { name } = await screen.revoke({ id: request.id });
      const undo = { label: "Undo", fields: { intent: "restore", id: request.id } };
      return { notice: { level: "success", text: deleted(name), undo } };
    }
    case "restore": {
      const { name, state } = await screen.restore({ id: request.id, operationId: request.operationId });
      return success(restored(name, state));
    }
    case "reinviteMany": {
      const rows = await invitations.reinviteMany({
        headers: { "idempotency-key": request.operationId },
        body: request.people,
      });
      return reinvited(
        rows,
        request.people.map(({ email }) => email),
      );
    }
    case "reinviteFile": {
      const excelData = request.emails.map((Email) => ({ Email }));
      return reinvited(
        await screen.reinviteFile({ excelData, operationId: request.operationId }),
        request.emails,
      );
    }
  }
}

/** @param warning what to say instead when no email was sent */
const outcome = (text: string, warning: string | null): InvitedUsersAnswer =>
  warning ? { accepted: true, notice: { level: "warning", text: warning } } : success(text);

const success = (text: string): InvitedUsersAnswer => ({ notice: { level: "success", text } });

/** The outcome of a bulk reinvite, naming those who were left out. @param emails in row order */
function reinvited(rows: InvitedRows, emails: readonly string[]): InvitedUsersAnswer {
  const { refused, jobIds, notSent } = rows;
  const [jobId] = jobIds;
  const job = jobId
    ? { job: { id: jobId }, link: { label: REINVITE_STARTED_LINK, url: `/jobs/${jobId}` } }
    : {};
  const sentences = refused.map(({ row, reasons }) => {
    const [sentence = ""] = reasons.map((reason) => reason.sentence);
    const email = emails[row - 2] ?? "";
    return sentence.startsWith(email) ? sentence : `${email}: ${sentence}`;
  });
  const [email = ""] = emails;
  if (notSent) return outcome(invitedAgain(email), notInvitedAgain(email, notSent));
  const isOne = rows.invited === 1 && !jobId;
  const notice = isOne ? success(invitedAgain(email)).notice : noticeOf(sentences, job);
  const started = { accepted: true, reinviteStarted: true } as const;
  return { ...(rows.invited > 0 && started), ...(notice && { notice }) };
}

/** The job center shows the job's progress; this notice names those who were left out. */
function noticeOf(sentences: readonly string[], job: Pick<Notice, "job" | "link">): Notice | undefined {
  if (sentences.length > 0)
    return {
      level: "warning",
      text: leftOut(sentences),
      ...job,
      ...(job.job && { job: { ...job.job, keepsNotice: true } }),
    };
  return job.job && { level: "info", text: REINVITE_IN_JOB, ...job };
}

import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { DRAFT_WARNING } from "~/domain/events/limits";
import { invitedUnsent } from "~/domain/invitations/messages";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { pluralize } from "~/platform/text/pluralize";
import type { eventsCalls } from "../calls.server";

const intent = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("invite"),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    operationId: z.string(),
  }),
  z.object({
    intent: z.literal("reinvite"),
    emails: jsonField(z.array(z.string())),
    operationId: z.string(),
  }),
]);

/** The answer to a selection, with the job that invites the people. */
export type InvitesAnswer = ActionAnswer & { jobId?: string };

/** Runs an action of the invitees' dialog and returns its result. */
export async function answerInvitesForm(
  events: ContractRouterClient<typeof eventsCalls>,
  eventId: number,
  form: FormData,
): Promise<InvitesAnswer> {
  const request = readForm(form, intent);
  const params = { eventId };
  if (request.intent === "invite") {
    const { intent: _, ...body } = request;
    const { customer } = await events.inviteOne({ params, body });
    const { name, problem } = customer;
    const text = problem ? invitedUnsent(name, problem) : `${name} is invited.`;
    if (!problem && (await isPublished(events, eventId))) return { notice: { level: "success", text } };
    return {
      accepted: true,
      notice: { level: "warning", text: problem ? text : `${text} ${DRAFT_WARNING}` },
    };
  }
  const query = { operationId: request.operationId };
  const { jobId, count } = await events.inviteMany({ params, query, body: request.emails });
  const people = pluralize(count, "person is", "people are");
  const isOpen = await isPublished(events, eventId);
  return {
    jobId,
    notice: {
      level: isOpen ? "success" : "warning",
      text: `${isOpen ? "" : `${DRAFT_WARNING} `}${people} being invited. The job center shows the result for each.`,
      link: { label: "Open in the job center", url: `/jobs/${jobId}` },
      job: { id: jobId, ...(!isOpen && { keepsNotice: true }) },
    },
  };
}

const isPublished = async (events: ContractRouterClient<typeof eventsCalls>, id: number) =>
  (await events.detail({ id })).active;

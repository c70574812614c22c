import { createORPCClient, ORPCError, onError } from "@orpc/client";
import type { ContractRouterClient } from "@orpc/contract";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { createRouterClient } from "@orpc/server";
import { agoraRouter } from "~/domain/agora/calls.server";
import { customersRouter } from "~/domain/customers/customers.server";
import { exportsRouter } from "~/domain/exports/calls.server";
import { filesRouter } from "~/domain/files/calls.server";
import { importsRouter } from "~/domain/imports/calls.server";
import { invitationsRouter } from "~/domain/invitations/calls.server";
import { notesRouter } from "~/domain/notes/calls.server";
import { questionsRouter } from "~/domain/registrations/questions/questions.server";
import { reasonsRouter } from "~/domain/registrations/reasons/reasons-calls.server";
import { rulesRouter } from "~/domain/registrations/rules/rules-calls.server";
import { viewsRouter } from "~/domain/views/views.server";
import { accessRouter } from "~/functions/access/access.server";
import { activityRouter } from "~/functions/activity/activity.server";
import { creditsRouter } from "~/functions/credits/credits.server";
import { ledgerProofRouter } from "~/functions/credits/proof/calls.server";
import { eventsRouter } from "~/functions/events/events.server";
import { giveawaysRouter } from "~/functions/giveaways/giveaways.server";
import { invitesRouter } from "~/functions/invites/invites.server";
import { inviteUsersRouter } from "~/functions/inviteusers/inviteusers.server";
import { jobsRouter } from "~/functions/jobs/jobs.server";
import { lists } from "~/functions/lists";
import { mailRouter } from "~/functions/mail/mail.server";
import { nationalRouter } from "~/functions/national/national.server";
import { partnerUsersRouter } from "~/functions/partnerusers/partnerusers.server";
import { retireeUsersRouter } from "~/functions/retireeusers/retireeusers.server";
import { mailSettingsRouter } from "~/functions/settings/mail/mail-settings.server";
import { settingsRouter } from "~/functions/settings/settings.server";
import { staffRouter } from "~/functions/staff/staff.server";
import { studentsRouter } from "~/functions/students/students.server";
import { toolConnectUsersRouter } from "~/functions/toolconnectinviteusers/toolconnectinviteusers.server";
import { fromErrorBody } from "~/platform/contract/answer";
import type { CallContext } from "~/platform/contract/context.server";
import { upstreamFailed } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { type Contract, contract } from "./contract";

/** Every call's implementation, in the contract's order. */
export const router = {
  customers: customersRouter,
  questions: questionsRouter,
  reasons: reasonsRouter,
  rules: rulesRouter,
  agora: agoraRouter,
  notes: notesRouter,
  students: studentsRouter,
  staff: staffRouter,
  imports: importsRouter,
  national: nationalRouter,
  invites: invitesRouter,
  invitations: invitationsRouter,
  partnerusers: partnerUsersRouter,
  retireeusers: retireeUsersRouter,
  inviteusers: inviteUsersRouter,
  toolconnectinviteusers: toolConnectUsersRouter,
  events: eventsRouter,
  credits: creditsRouter,
  ledgerProof: ledgerProofRouter,
  giveaways: giveawaysRouter,
  jobs: jobsRouter,
  files: filesRouter,
  mail: mailRouter,
  exports: exportsRouter,
  activity: activityRouter,
  views: viewsRouter(lists.map(({ name }) => name)),
  access: accessRouter,
  settings: settingsRouter,
  mailSettings: mailSettingsRouter,
};

/** What a page calls: the same functions whether they run in this process or in a backend elsewhere. */
export type Backend = ContractRouterClient<Contract>;

/**
 * The calls, on behalf of one administrator. With `BACKEND_URL` set they go there over HTTP, `/api` replaced by that
 * URL's path, with the caller's own session token (DESIGN: one contract, three uses); such a call is refused with 502 when
 * the backend cannot be reached, does not answer in `patienceMs`, or answers what is no answer of the contract.
 */
export function backendFor(
  context: CallContext,
  caller: Caller,
  { patienceMs = 30_000 }: { patienceMs?: number } = {},
): Backend {
  const url = process.env.BACKEND_URL;
  if (!url) return createRouterClient(router, { context });
  const link = new OpenAPILink(contract, {
    url,
    headers: callerHeaders(caller),
    fetch: (request, init) =>
      fetch(request, {
        ...init,
        signal: AbortSignal.any([request.signal, AbortSignal.timeout(patienceMs)]),
      }),
    interceptors: [onError(refuseUnreachable)],
    customErrorResponseBodyDecoder: (body, response) =>
      fromErrorBody(body, response.status) ?? unreadable(response.status),
  });
  return createORPCClient(link);
}

/** What a backend elsewhere is told about the caller. */
export interface Caller {
  sessionToken: string | null;
  /** Section 6 of the first specification text: sent along when both exist. */
  customer: { token: string; id: string } | null;
}

const callerHeaders = ({ sessionToken, customer }: Caller): Record<string, string> => ({
  ...(sessionToken && { authorization: `Bearer ${sessionToken}` }),
  ...(customer && { "customer-token": customer.token, "customer-id": customer.id }),
});

/** Whatever went wrong between the two is no fault of this console; what the backend itself refused stays as it is. */
function refuseUnreachable(error: unknown): void {
  if (error instanceof ORPCError) return;
  log.warn({ err: error }, "the backend elsewhere does not answer");
  throw upstreamFailed("The backend does not answer. Please try again in a moment.");
}

function unreadable(status: number): ORPCError<string, unknown> {
  return new ORPCError("BACKEND_ERROR", {
    status: status >= 500 ? 502 : status,
    message: `The backend answered ${status} without a reason.`,
  });
}

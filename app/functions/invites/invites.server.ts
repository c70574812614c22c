import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { startExport } from "~/core/exports/export-rows.server";
import { guard } from "~/core/guard.server";
import { countInvitations, countText } from "~/domain/invitations/counts.server";
import { type Invitation, whyNotSent } from "~/domain/invitations/invitation.server";
import { searchKind } from "~/platform/list";
import { pluralize } from "~/platform/text/pluralize";
import { changeInvitation, changeInvitations } from "./change.server";
import { invitationCalls } from "./invitations-contract";
import { inviteUser, inviteUsers } from "./invite.server";
import { listInvites } from "./list.server";
import { EXPORT_STARTED } from "./messages";
import { userTypeReport } from "./user-type-report.server";
import { userTypesRouter } from "./user-types.server";

const calls = implement(invitationCalls).$context<CallContext>().use(guard);

/** The calls of the Partners / invitations screen. */
export const invitesRouter = {
  ...calls.router({
    list: calls.list.handler(({ input, context }) =>
      listInvites(context.shop, { ...input, registered: input.registered === "1" }),
    ),
    invite: calls.invite.handler(async ({ input: { operationId, ...user }, context }) =>
      sent("was invited", await inviteUser(context, user, operationId)),
    ),
    remove: calls.remove.handler(async ({ input, context }) =>
      result("is no longer invited", await changeInvitation(context, "deleted", input)),
    ),
    resend: calls.resend.handler(async ({ input: { operationId, ...one }, context }) =>
      sent("was invited again", await changeInvitation(context, "sent again", one, operationId)),
    ),
    inviteMany: calls.inviteMany.handler(async ({ input, context }) => ({
      status: true,
      msg: `${pluralize(input.list.length, "user is", "users are")} being invited.`,
      jobId: await inviteUsers(context, input.list, input.operationId),
    })),
    removeMany: calls.removeMany.handler(({ input, context }) =>
      changeInvitations(context, "deleted", input.list, input.operationId),
    ),
    resendMany: calls.resendMany.handler(({ input, context }) =>
      changeInvitations(context, "sent again", input.list, input.operationId),
    ),
    restoreMany: calls.restoreMany.handler(({ input, context }) =>
      changeInvitations(context, "restored", input.list, input.operationId),
    ),
    exportUsers: calls.exportUsers.handler(async ({ input, context }) => {
      const { registered, search, sort, operationId } = input;
      const part = registered === "1" ? "registered" : "invited";
      const request = { part, sort, ...searchKind(search), filter: {} };
      const { jobId } = await startExport(context, userTypeReport, request, operationId);
      return { status: true, msg: EXPORT_STARTED, jobId };
    }),
    figure: calls.figure.handler(async ({ context }) => {
      const { invited, registered } = await countInvitations(context.shop.domain, "usertype");
      return { text: `${countText(invited)} invited, ${countText(registered)} registered`, asOf: null };
    }),
  }),
  userTypes: userTypesRouter,
};

const result = (what: string, { id, email }: Invitation) => ({
  status: true as const,
  msg: `${email} ${what}.`,
  id,
});

function sent(what: string, invitation: Invitation) {
  const notSent = whyNotSent(invitation);
  const { msg, ...rest } = result(what, invitation);
  return { ...rest, msg: notSent ? `${msg} No email was sent. ${notSent}` : msg, notSent };
}

import { z } from "zod";
import { undoFields } from "~/core/audit/deletion.server";
import { call } from "~/core/call.server";
import { startExport } from "~/core/exports/export-rows.server";
import { hitsOf } from "~/core/lists/hits.server";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import {
  countInvitations,
  countText,
  type Invitation,
  whyNotSent,
} from "~/domain/invitations/invitation.server";
import { MAX_INVITEES, tooManyInvited } from "~/domain/invitations/messages";
import { INVITATION_TABS } from "~/domain/invitations/states";
import { searchKind } from "~/platform/list";
import { pluralize } from "~/platform/text/pluralize";
import { changeInvitation, changeInvitations } from "./change.server";
import { inviteUser, inviteUsers } from "./invite.server";
import { aboutSeveral, done, id, invitedUser, writtenUser } from "./invited-user";
import { invitesList, listInvites, readInviteHits, userTypeSheet } from "./list.server";
import { EXPORT_STARTED, MAX_BULK_CHANGES } from "./messages";
import { userTypesCalls } from "./user-types-calls.server";

const operationId = z.string().min(8).max(100).optional();

const aboutOne = done.extend({ id: z.string() });

const aboutSent = aboutOne.extend({
  /** Why no email was sent, although the person is invited. Null when it is on its way. */
  notSent: z.string().nullable(),
});

/** The selected rows: an address that is not the invitation's is refused. */
const several = z.object({
  list: z
    .array(z.object({ id, email: z.string().max(254).optional() }))
    .min(1, "must name an invitation")
    .max(MAX_BULK_CHANGES, `must be at most ${MAX_BULK_CHANGES}`),
  operationId,
});

const selection = {
  registered: z.coerce
    .string()
    .refine((text) => ["0", "1"].includes(text), "must be 1 or 0")
    .default("0"),
  search: z.string().trim().max(60, "must be at most 60 characters").default(""),
  sort: z.string().max(40).optional(),
};

/** The calls about invitations by user type. */
export const invitesCalls = {
  list: call("GET /invites/list", {
    for: "showInvites",
    summary: "A page of those invited, or registered",
    input: z.object({ ...selection, ...numberedRequest(invitesList.pageSize) }),
    output: numberedPageOf(invitesList.row),
    run: (context, input) => listInvites(context, { ...input, registered: input.registered === "1" }),
  }),
  hits: call("GET /invites/hits", {
    for: "showInvites",
    summary: "How many of those invited, of those registered, and of the user types, a search finds",
    input: z.object({ search: selection.search }),
    output: z.object({ ...hitsOf(INVITATION_TABS).shape, ...hitsOf(["userTypes"]).shape }),
    run: readInviteHits,
  }),
  invite: call("POST /invites/user", {
    for: "showInvites",
    summary: "Invite a person",
    input: invitedUser.extend({ operationId }),
    output: aboutSent,
    run: async (context, { operationId, ...user }) =>
      sent(await inviteUser(context, user, operationId), {
        done: (email) => `${email} was invited.`,
        unsent: (email) => `${email} was invited, but no email was sent.`,
      }),
  }),
  remove: call("DELETE /invites/user/{id}", {
    for: "showInvites",
    summary: "Delete an invitation. Its link stops working",
    input: z.object({ id }),
    output: aboutOne,
    run: async (context, input) =>
      result(await changeInvitation(context, "deleted", input), (email) => `${email} is no longer invited.`),
  }),
  resend: call("POST /invites/user/{id}/resend", {
    for: "showInvites",
    summary: "Send an invitation again, with a new link",
    input: z.object({ id, operationId }),
    output: aboutSent,
    run: async (context, { operationId, ...one }) =>
      sent(await changeInvitation(context, "sent again", one, operationId), {
        done: (email) => `${email} was invited again.`,
        unsent: (email) => `The invitation to ${email} wasn't sent again.`,
      }),
  }),
  inviteMany: call("POST /invites/users", {
    for: "showInvites",
    summary: "Invite the people of a spreadsheet, as a job",
    status: 202,
    input: z.object({
      list: z.array(writtenUser).max(MAX_INVITEES, tooManyInvited),
      operationId,
    }),
    output: done.extend({ jobId: z.string() }),
    run: async (context, input) => ({
      status: true as const,
      msg: `${pluralize(input.list.length, "user is", "users are")} being invited.`,
      jobId: await inviteUsers(context, input.list, input.operationId),
    }),
  }),
  removeMany: call("DELETE /invites/users", {
    for: "showInvites",
    summary: "Take several invitations back",
    input: several,
    output: aboutSeveral,
    run: (context, input) => changeInvitations(context, "deleted", input.list, input.operationId),
  }),
  resendMany: call("POST /invites/users/resend", {
    for: "showInvites",
    summary: "Send several invitations again",
    input: several,
    output: aboutSeveral,
    run: (context, input) => changeInvitations(context, "sent again", input.list, input.operationId),
  }),
  restoreMany: call("POST /invites/users/restore", {
    for: "showInvites",
    summary: "Restore deleted invitations",
    input: several.extend(undoFields),
    output: aboutSeveral,
    run: (context, { list, operationId, isUndo }) =>
      changeInvitations(context, "restored", list, operationId, isUndo),
  }),
  exportUsers: call("POST /invites/users/export", {
    for: "showInvites",
    summary: "Write the spreadsheet of those invited, or registered, as a job",
    status: 202,
    input: z.object({ ...selection, operationId }).default({ registered: "0", search: "" }),
    output: done.extend({ jobId: z.string() }),
    async run(context, input) {
      const { registered, search, sort, operationId } = input;
      const part = registered === "1" ? "registered" : "invited";
      const request = { part, sort, ...searchKind(search), filter: {} };
      const { jobId } = await startExport(context, userTypeSheet, request, operationId);
      return { status: true as const, msg: EXPORT_STARTED, jobId };
    },
  }),
  figure: call("GET /invites/figure", {
    for: "showInvites",
    summary: "The live figure of the home page's card",
    output: z.object({ text: z.string(), asOf: z.string().nullable() }),
    async run(context) {
      const { invited, registered } = await countInvitations(context.shop.domain, "usertype");
      return { text: `${countText(invited)} invited, ${countText(registered)} registered`, asOf: null };
    },
  }),
  userTypes: userTypesCalls,
};

const result = ({ id, email }: Invitation, text: (email: string) => string) => ({
  status: true as const,
  msg: text(email),
  id,
});

function sent(invitation: Invitation, texts: Record<"done" | "unsent", (email: string) => string>) {
  const notSent = whyNotSent(invitation);
  const text = (email: string) => (notSent ? `${texts.unsent(email)} ${notSent}` : texts.done(email));
  return { ...result(invitation, text), notSent };
}

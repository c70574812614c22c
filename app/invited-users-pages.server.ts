import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { AUDIENCES } from "./domain/invitations/audiences";
import { answerInvitedUsersForm } from "./domain/invitations/form.server";
import { readInvitedUsersPage } from "./domain/invitations/page-data.server";
import type { InvitedAudience } from "./domain/invitations/screens";
import { asStaff } from "./door.server";

/** What a screen of invited users shows. */
export const readInvitedUsers = (args: LoaderFunctionArgs, audience: InvitedAudience) => {
  const { flag, list } = AUDIENCES[audience];
  return asStaff(args, flag, async ({ backend }) => {
    const page = await readInvitedUsersPage(args.request, backend, backend[list], audience);
    return data(page.data, { headers: page.headers });
  });
};

/** Carries out what such a screen asks for. */
export const answerInvitedUsers = (args: ActionFunctionArgs, audience: InvitedAudience) => {
  const { flag, list } = AUDIENCES[audience];
  return asStaff(args, flag, async ({ backend }) =>
    answerInvitedUsersForm(
      { screen: backend[list], invitations: backend.invitations },
      await args.request.formData(),
    ),
  );
};

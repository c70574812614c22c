import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { answerInvitedUsersForm } from "~/domain/invitations/form.server";
import { readInvitedUsersPage } from "~/domain/invitations/page-data.server";
import { InvitedUsersPage } from "~/domain/invitations/ui/InvitedUsersPage";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { inviteUsersFunction } from "../function";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, inviteUsersFunction, async ({ calls }) => {
    const page = await readInvitedUsersPage(args.request, calls, calls.inviteusers, "invite");
    return data(page.data, { headers: page.headers });
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, inviteUsersFunction, async ({ calls }) =>
    answerInvitedUsersForm(
      { screen: calls.inviteusers, invitations: calls.invitations },
      await args.request.formData(),
    ),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The invite users screen. */
export default function InviteUsers() {
  return <InvitedUsersPage audience="invite" {...useLoaderData<typeof loader>()} />;
}

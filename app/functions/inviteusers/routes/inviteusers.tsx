import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { InvitedUsersPage } from "~/domain/invitations/ui/InvitedUsersPage";
import { answerInvitedUsers, readInvitedUsers } from "~/invited-users-pages.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

export const loader = (args: LoaderFunctionArgs) => readInvitedUsers(args, "invite");

export const action = (args: ActionFunctionArgs) => answerInvitedUsers(args, "invite");

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The screen of users whom the store invites. */
export default function InviteUsers() {
  return <InvitedUsersPage audience="invite" {...useLoaderData<typeof loader>()} />;
}

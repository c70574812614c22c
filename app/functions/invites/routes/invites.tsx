import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerInvitesForm } from "../form.server";
import { invitesFunction } from "../function";
import { readInvitesPage } from "../page.server";
import { InvitedUsers } from "../ui/InvitedUsers";
import { RegisteredUsers } from "../ui/RegisteredUsers";
import { UserTypes } from "../ui/UserTypes";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, invitesFunction, async ({ calls, administrator }) => {
    const page = await readInvitesPage(args.request, calls.invites);
    return data({ ...page.data, isOwner: administrator.isOwner }, { headers: page.headers });
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, invitesFunction, async ({ calls }) =>
    answerInvitesForm(calls.invites, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Partner page: invited and registered users, and user types. */
export default function Invites() {
  const page = useLoaderData<typeof loader>();
  if (page.tab === "userTypes") return <UserTypes {...page} />;
  return page.tab === "registeredUsers" ? <RegisteredUsers {...page} /> : <InvitedUsers {...page} />;
}

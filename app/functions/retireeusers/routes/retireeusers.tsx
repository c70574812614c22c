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
import { retireeUsersFunction } from "../function";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, retireeUsersFunction, async ({ calls }) => {
    const page = await readInvitedUsersPage(args.request, calls, calls.retireeusers, "retiree");
    return data(page.data, { headers: page.headers });
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, retireeUsersFunction, async ({ calls }) =>
    answerInvitedUsersForm(
      { screen: calls.retireeusers, invitations: calls.invitations },
      await args.request.formData(),
    ),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The retiree users screen. */
export default function RetireeUsers() {
  return <InvitedUsersPage audience="retiree" {...useLoaderData<typeof loader>()} />;
}

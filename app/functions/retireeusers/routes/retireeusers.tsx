import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { answerInvitedUsersForm } from "~/domain/invitations/form.server";
import { readInvitedUsersPage } from "~/domain/invitations/page-data.server";
import { InvitedUsersPage } from "~/domain/invitations/ui/InvitedUsersPage";
import { asStaff } from "~/door.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showRetireeUsers", async ({ backend }) => {
    const page = await readInvitedUsersPage(args.request, backend, backend.retireeusers, "retiree");
    return data(page.data, { headers: page.headers });
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showRetireeUsers", async ({ backend }) =>
    answerInvitedUsersForm(
      { screen: backend.retireeusers, invitations: backend.invitations },
      await args.request.formData(),
    ),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The screen of retiree users (section 2.7 of the first specification text). */
export default function RetireeUsers() {
  return <InvitedUsersPage audience="retiree" {...useLoaderData<typeof loader>()} />;
}

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
  asStaff(args, "showPartnerUsers", async ({ backend }) => {
    const page = await readInvitedUsersPage(args.request, backend, backend.partnerusers, "partner");
    return data(page.data, { headers: page.headers });
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showPartnerUsers", async ({ backend }) =>
    answerInvitedUsersForm(
      { screen: backend.partnerusers, invitations: backend.invitations },
      await args.request.formData(),
    ),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The screen of partner users (section 2.6 of the first specification text). */
export default function PartnerUsers() {
  return <InvitedUsersPage audience="partner" {...useLoaderData<typeof loader>()} />;
}

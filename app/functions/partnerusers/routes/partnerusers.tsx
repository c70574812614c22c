import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerScreen, readScreen } from "~/domain/invitations/screen-page.server";
import { InvitedUsersPage } from "~/domain/invitations/ui/InvitedUsersPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) => readScreen(args, "partner");

export const action = (args: ActionFunctionArgs) => answerScreen(args, "partner");

/** The partner users screen. */
export default function PartnerUsers() {
  return <InvitedUsersPage audience="partner" {...useLoaderData<typeof loader>()} />;
}

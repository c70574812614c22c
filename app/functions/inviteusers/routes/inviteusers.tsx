import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerScreen, readScreen } from "~/domain/invitations/screen-page.server";
import { InvitedUsersPage } from "~/domain/invitations/ui/InvitedUsersPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) => readScreen(args, "invite");

export const action = (args: ActionFunctionArgs) => answerScreen(args, "invite");

/** The invite users screen. */
export default function InviteUsers() {
  return <InvitedUsersPage audience="invite" {...useLoaderData<typeof loader>()} />;
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerScreen, readScreen } from "~/domain/invitations/screen-page.server";
import { InvitedUsersPage } from "~/domain/invitations/ui/InvitedUsersPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) => readScreen(args, "toolconnect");

export const action = (args: ActionFunctionArgs) => answerScreen(args, "toolconnect");

/** The screen of tool-connect users. */
export default function ToolConnectUsers() {
  return <InvitedUsersPage audience="toolconnect" {...useLoaderData<typeof loader>()} />;
}

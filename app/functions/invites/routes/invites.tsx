import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { invitesFunction } from "../function";
import { inviteTexts, readInvitesPage } from "../page.server";
import { InvitedUsers, RegisteredUsers } from "../ui/InvitedUsers";
import { UserTypes } from "../ui/UserTypes";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, invitesFunction, async ({ calls, administrator }) => {
    const page = await readInvitesPage(args.request, calls.invites);
    return data({ ...page.data, isOwner: administrator.isOwner }, { headers: page.headers });
  });

export const action = (args: ActionFunctionArgs) => answerCalls(args, invitesFunction, inviteTexts);

/** The Partner page: invited and registered users, and user types. */
export default function Invites() {
  const page = useLoaderData<typeof loader>();
  if (page.tab === "userTypes") return <UserTypes {...page} />;
  return page.tab === "registeredUsers" ? <RegisteredUsers {...page} /> : <InvitedUsers {...page} />;
}

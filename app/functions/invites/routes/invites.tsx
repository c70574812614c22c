import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { invitesFunction } from "../function";
import { inviteTexts, readInvitesPage } from "../page.server";
import { InvitedUsers, RegisteredUsers } from "../ui/InvitedUsers";
import { UserTypes } from "../ui/UserTypes";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(invitesFunction, async ({ calls, administrator }, args) => {
  const page = await readInvitesPage(args.request, calls.invites);
  return data({ ...page.data, isOwner: administrator.isOwner }, { headers: page.headers });
});

export const action = callsAction(invitesFunction, inviteTexts);

/** The Partner page: invited and registered users, and user types. */
export default function Invites() {
  const page = useLoaderData<typeof loader>();
  if (page.tab === "userTypes") return <UserTypes {...page} />;
  return page.tab === "registeredUsers" ? <RegisteredUsers {...page} /> : <InvitedUsers {...page} />;
}

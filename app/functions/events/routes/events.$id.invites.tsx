import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { eventsFunction } from "../function";
import { inviteTexts, readInvitesPage } from "../page.server";
import { EventsPage } from "../ui/EventsPage";
import { InvitesModal } from "../ui/InvitesModal";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(eventsFunction, ({ calls, administrator }, args) =>
  readInvitesPage(args.request, Number(args.params.id), calls, administrator.email),
);

export const action = callsAction(eventsFunction, inviteTexts);

/** An event's invitees: a dialog over the Events screen with its own address. */
export default function Invites() {
  const { events, ...invites } = useLoaderData<typeof loader>();
  return (
    <>
      <EventsPage {...events} />
      <InvitesModal {...invites} />
    </>
  );
}

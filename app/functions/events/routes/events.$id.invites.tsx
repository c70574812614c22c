import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { eventsFunction } from "../function";
import { answerInvitesForm } from "../invites/form.server";
import { readInvitesPage } from "../page-data.server";
import { EventsPage } from "../ui/EventsPage";
import { InvitesModal } from "../ui/InvitesModal";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, eventsFunction, ({ calls, administrator }) =>
    readInvitesPage(args.request, Number(args.params.id), calls, administrator.email),
  );

export const action = (args: ActionFunctionArgs) =>
  authorize(args, eventsFunction, async ({ calls }) =>
    answerInvitesForm(calls.events, Number(args.params.id), await args.request.formData()),
  );

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

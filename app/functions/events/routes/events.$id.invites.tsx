import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { eventsFunction } from "../function";
import { answerInvitesForm } from "../invites/form.server";
import { readInvitesPage } from "../invites/page-data.server";
import { EventsPage } from "../ui/EventsPage";
import { InvitesModal } from "../ui/InvitesModal";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, eventsFunction, ({ calls, administrator }) =>
    readInvitesPage(args.request, Number(args.params.id), calls, administrator.email),
  );

export const action = (args: ActionFunctionArgs) =>
  authorize(args, eventsFunction, async ({ calls }) =>
    answerInvitesForm(calls.events, Number(args.params.id), await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

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

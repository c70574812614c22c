import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerSettingsForm } from "../mail/form.server";
import { MailSettingsPage } from "../ui/mail/MailSettingsPage";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "owner", ({ backend }) => backend.mailSettings.read());

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }) =>
    answerSettingsForm(backend.mailSettings, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** In whose name and how fast mails go out, and which texts they have. */
export default function MailSettingsRoute() {
  const settings = useLoaderData<typeof loader>();
  // Another sender or pace, saved here or in another window, begins a new form with what is stored now.
  return <MailSettingsPage key={JSON.stringify([settings.own, settings.perMinute])} {...settings} />;
}

import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { settingsFunction } from "../function";
import { answerSettingsForm } from "../mail/form.server";
import { MailSettingsPage } from "../ui/mail/MailSettingsPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, settingsFunction, ({ calls }) => calls.mailSettings.read());

export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }) =>
    answerSettingsForm(calls.mailSettings, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The sender of emails, their rate limit and their texts. */
export default function MailSettingsRoute() {
  return <MailSettingsPage {...useLoaderData<typeof loader>()} />;
}

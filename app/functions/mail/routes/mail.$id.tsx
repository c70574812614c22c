import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerMailForm } from "../form.server";
import { mailFunction } from "../function";
import { MailPage } from "../ui/MailPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, mailFunction, ({ calls }) => calls.mail.detail({ id: args.params.id ?? "" }));

export const action = (args: ActionFunctionArgs) =>
  authorize(args, mailFunction, async ({ calls }) =>
    answerMailForm(calls.mail, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** An email with its text and delivery state. */
export default function OneMail() {
  return <MailPage mail={useLoaderData<typeof loader>()} />;
}

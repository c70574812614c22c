import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { notFound } from "~/platform/errors";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { settingsFunction } from "../function";
import { answerTextForm } from "../mail/form.server";
import { MailTextPage } from "../ui/mail/MailTextPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, settingsFunction, ({ calls, declarations }) => {
    const id = args.params.text ?? "";
    if (!declarations.mailTexts.has(id)) throw notFound("This text doesn't exist.");
    return calls.mailSettings.text({ id });
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }) =>
    answerTextForm(calls.mailSettings, args.params.text ?? "", await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The editor of an email's text, with a preview. */
export default function MailTextRoute() {
  const text = useLoaderData<typeof loader>();
  return <MailTextPage key={text.id} text={text} />;
}

import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { findMailText, type MailTextId } from "~/domain/mail/texts";
import { asStaff } from "~/door.server";
import { notFound } from "~/platform/errors";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerTextForm } from "../mail/form.server";
import { MailTextPage } from "../ui/mail/MailTextPage";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "owner", ({ backend }) => {
    const id = args.params.text ?? "";
    if (!findMailText(id)) throw notFound("There is no such text.");
    return backend.mailSettings.text({ id: id as MailTextId });
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }) =>
    answerTextForm(backend.mailSettings, args.params.text ?? "", await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** One mail's text, to be edited with its preview beside it. */
export default function MailTextRoute() {
  const text = useLoaderData<typeof loader>();
  // Another wording, by a save or a reset, begins a new form with what is stored now.
  return <MailTextPage key={`${text.id} ${text.subject} ${text.body}`} text={text} />;
}

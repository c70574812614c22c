import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerMailForm } from "../form.server";
import { MailPage } from "../ui/MailPage";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "signed-in", ({ backend }) => backend.mail.detail({ id: args.params.id ?? "" }));

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "signed-in", async ({ backend }) =>
    answerMailForm(backend.mail, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** One mail as it was written, and what became of it. */
export default function OneMail() {
  return <MailPage mail={useLoaderData<typeof loader>()} />;
}

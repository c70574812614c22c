import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { creditImport } from "~/domain/imports/credits/kind";
import { ImportBeginPage } from "~/domain/imports/ui/ImportBeginPage";
import { answerBeginForm } from "~/domain/imports/wizard-form.server";
import { asStaff } from "~/door.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showCredits", ({ backend }) => backend.imports.list({ kind: creditImport.id }));

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showCredits", async ({ backend }) =>
    answerBeginForm(backend.imports, creditImport.id, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** Where an import of credits and adjustments begins (section 2 of the third specification text). */
export default function ImportCredits() {
  return <ImportBeginPage kind={creditImport} title="Credits" {...useLoaderData<typeof loader>()} />;
}

import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { creditImport } from "~/domain/imports/credits/kind";
import { ImportRunPage } from "~/domain/imports/ui/ImportRunPage";
import { answerImportPage, readImportPage } from "~/import-pages.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

export const loader = (args: LoaderFunctionArgs) => readImportPage(args, creditImport);

export const action = (args: ActionFunctionArgs) => answerImportPage(args, creditImport);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** One import of credits and adjustments, at the step where it stands. */
export default function ImportRun() {
  return <ImportRunPage kind={creditImport} {...useLoaderData<typeof loader>()} />;
}

import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { answerBeginPage, readBeginPage } from "~/core/imports/import-pages.server";
import { ImportBeginPage } from "~/core/imports/ui/ImportBeginPage";
import { creditImport } from "~/domain/ledger/imports/credit-import";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

export const loader = (args: LoaderFunctionArgs) => readBeginPage(args, creditImport);

export const action = (args: ActionFunctionArgs) => answerBeginPage(args, creditImport);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The first page of an import of credits and adjustments. */
export default function ImportCredits() {
  return <ImportBeginPage kind={creditImport} title="Credits" {...useLoaderData<typeof loader>()} />;
}

import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { creditImport } from "~/domain/imports/credits/kind";
import { ImportBeginPage } from "~/domain/imports/ui/ImportBeginPage";
import { answerBeginPage, readBeginPage } from "~/import-pages.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

export const loader = (args: LoaderFunctionArgs) => readBeginPage(args, creditImport);

export const action = (args: ActionFunctionArgs) => answerBeginPage(args, creditImport);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** Where an import of credits and adjustments begins (section 2 of the third specification text). */
export default function ImportCredits() {
  return <ImportBeginPage kind={creditImport} title="Credits" {...useLoaderData<typeof loader>()} />;
}

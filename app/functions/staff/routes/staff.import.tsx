import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { answerBeginPage, readBeginPage } from "~/core/imports/import-pages.server";
import { ImportBeginPage } from "~/core/imports/ui/ImportBeginPage";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { staffImport } from "../staff-import";

export const loader = (args: LoaderFunctionArgs) => readBeginPage(args, staffImport);

export const action = (args: ActionFunctionArgs) => answerBeginPage(args, staffImport);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The first step of an import of staff customers. */
export default function ImportStaff() {
  return <ImportBeginPage kind={staffImport} title="Staff" {...useLoaderData<typeof loader>()} />;
}

import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { studentImport } from "~/domain/imports/kinds";
import { ImportBeginPage } from "~/domain/imports/ui/ImportBeginPage";
import { answerBeginPage, readBeginPage } from "~/import-pages.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

export const loader = (args: LoaderFunctionArgs) => readBeginPage(args, studentImport);

export const action = (args: ActionFunctionArgs) => answerBeginPage(args, studentImport);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** Where an import of students begins (section 2.2 of the first specification text). */
export default function ImportStudents() {
  return <ImportBeginPage kind={studentImport} title="Students" {...useLoaderData<typeof loader>()} />;
}

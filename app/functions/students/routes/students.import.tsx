import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { answerBeginPage, readBeginPage } from "~/core/imports/import-pages.server";
import { ImportBeginPage } from "~/core/imports/ui/ImportBeginPage";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { studentImport } from "../student-import";

export const loader = (args: LoaderFunctionArgs) => readBeginPage(args, studentImport);

export const action = (args: ActionFunctionArgs) => answerBeginPage(args, studentImport);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The first step of an import of students. */
export default function ImportStudents() {
  return <ImportBeginPage kind={studentImport} title="Students" {...useLoaderData<typeof loader>()} />;
}

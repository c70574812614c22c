import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { studentImport } from "~/domain/imports/kinds";
import { ImportBeginPage } from "~/domain/imports/ui/ImportBeginPage";
import { answerBeginForm } from "~/domain/imports/wizard-form.server";
import { asStaff } from "~/door.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showStudents", ({ backend }) => backend.imports.list({ kind: studentImport.id }));

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showStudents", async ({ backend }) =>
    answerBeginForm(backend.imports, studentImport.id, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** Where an import of students begins (section 2.2 of the first specification text). */
export default function ImportStudents() {
  return <ImportBeginPage kind={studentImport} title="Students" {...useLoaderData<typeof loader>()} />;
}

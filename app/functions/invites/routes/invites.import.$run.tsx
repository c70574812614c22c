import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { answerImportPage, readImportPage } from "~/core/imports/import-pages.server";
import { ImportRunPage } from "~/core/imports/ui/ImportRunPage";
import { INVITATION_IMPORTS } from "~/domain/invitations/imports/invitation-imports";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

const kind = INVITATION_IMPORTS.usertype;

export const loader = (args: LoaderFunctionArgs) => readImportPage(args, kind);

export const action = (args: ActionFunctionArgs) => answerImportPage(args, kind);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** One import of people to be invited as users of some type, at its current step. */
export default function ImportRun() {
  return <ImportRunPage kind={kind} {...useLoaderData<typeof loader>()} />;
}

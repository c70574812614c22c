import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { answerBeginPage, readBeginPage } from "~/core/imports/import-pages.server";
import { ImportBeginPage } from "~/core/imports/ui/ImportBeginPage";
import { INVITATION_IMPORTS } from "~/domain/invitations/imports/invitation-imports";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { TITLE } from "../ui/tabs";

const kind = INVITATION_IMPORTS.usertype;

export const loader = (args: LoaderFunctionArgs) => readBeginPage(args, kind);

export const action = (args: ActionFunctionArgs) => answerBeginPage(args, kind);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The start of an import of people to be invited with user types. */
export default function BeginImport() {
  return <ImportBeginPage kind={kind} title={TITLE} {...useLoaderData<typeof loader>()} />;
}

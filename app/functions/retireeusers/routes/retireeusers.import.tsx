import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { answerBeginPage } from "~/core/imports/import-pages.server";
import { ImportBeginPage } from "~/core/imports/ui/ImportBeginPage";
import { INVITATION_IMPORTS } from "~/domain/invitations/imports/invitation-imports";
import { INVITED_SCREENS } from "~/domain/invitations/screens";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { retireeUsersFunction } from "../function";

const kind = INVITATION_IMPORTS.retiree;

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, retireeUsersFunction, async ({ calls }) => ({
    ...(await calls.imports.list({ kind: kind.id })),
    offered: (await calls.retireeusers.options()).mtd ? ["mtd_check_box"] : [],
  }));

export const action = (args: ActionFunctionArgs) => answerBeginPage(args, kind);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The start of an import of people to be invited. */
export default function BeginImport() {
  return (
    <ImportBeginPage kind={kind} title={INVITED_SCREENS.retiree.title} {...useLoaderData<typeof loader>()} />
  );
}

import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { answerImportPage, readImportPage } from "~/core/imports/import-pages.server";
import { ImportRunPage } from "~/core/imports/ui/ImportRunPage";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { couponImport } from "../coupon-import";

export const loader = (args: LoaderFunctionArgs) => readImportPage(args, couponImport);

export const action = (args: ActionFunctionArgs) => answerImportPage(args, couponImport);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** An import of coupons, at its current step. */
export default function ImportRun() {
  return <ImportRunPage kind={couponImport} {...useLoaderData<typeof loader>()} />;
}

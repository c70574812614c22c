import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { answerBeginPage, readBeginPage } from "~/core/imports/import-pages.server";
import { ImportBeginPage } from "~/core/imports/ui/ImportBeginPage";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { couponImport } from "../coupon-import";

export const loader = (args: LoaderFunctionArgs) => readBeginPage(args, couponImport);

export const action = (args: ActionFunctionArgs) => answerBeginPage(args, couponImport);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The first page of an import of coupons. */
export default function ImportCoupons() {
  return <ImportBeginPage kind={couponImport} title="Coupons List" {...useLoaderData<typeof loader>()} />;
}

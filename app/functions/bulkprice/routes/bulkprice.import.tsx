import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { answerBeginPage, readBeginPage } from "~/core/imports/import-pages.server";
import { ImportBeginPage } from "~/core/imports/ui/ImportBeginPage";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { priceImport } from "../price-import";

export const loader = (args: LoaderFunctionArgs) => readBeginPage(args, priceImport);

export const action = (args: ActionFunctionArgs) => answerBeginPage(args, priceImport);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The first page of an import of prices. */
export default function ImportPrices() {
  return <ImportBeginPage kind={priceImport} title="Import Price" {...useLoaderData<typeof loader>()} />;
}

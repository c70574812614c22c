import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { answerStart } from "~/core/runs/answer-run-form.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { algoliaFunction } from "../function";
import { readAlgoliaPage } from "../page-data.server";
import { SECTION } from "../section";
import { AlgoliaPage } from "../ui/AlgoliaPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, algoliaFunction, ({ calls }) => readAlgoliaPage(args.request.url, calls.algolia));

export const action = (args: ActionFunctionArgs) =>
  authorize(args, algoliaFunction, ({ calls }) => answerStart(SECTION, () => calls.algolia.sync()));

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Algolia Sync screen. */
export default function Algolia() {
  return <AlgoliaPage {...useLoaderData<typeof loader>()} />;
}

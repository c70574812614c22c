import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  useLoaderData,
} from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerSaveForm } from "../form.server";
import { salsifyDisplayFunction } from "../function";
import { DisplayNamesPage } from "../ui/DisplayNamesPage";
import { loadOrKeep } from "../ui/load-or-keep";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, salsifyDisplayFunction, async ({ calls }) => ({
    list: await calls.salsifyDisplay.list(),
    now: new Date().toISOString(),
  }));

export const action = (args: ActionFunctionArgs) =>
  authorize(args, salsifyDisplayFunction, async ({ calls }) =>
    answerSaveForm(calls.salsifyDisplay, await args.request.formData()),
  );

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  loadOrKeep(() => serverLoader<typeof loader>());

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Salsify Display Names page. */
export default function SalsifyDisplay() {
  return <DisplayNamesPage data={useLoaderData<typeof clientLoader>()} />;
}

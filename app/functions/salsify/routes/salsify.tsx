import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerSalsifyForm } from "../form.server";
import { salsifyFunction } from "../function";
import { readSalsifyPage } from "../read-page.server";
import { SalsifyPage } from "../ui/SalsifyPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, salsifyFunction, ({ calls }) => readSalsifyPage(new URL(args.request.url), calls));

export const action = (args: ActionFunctionArgs) =>
  authorize(args, salsifyFunction, async ({ calls }) =>
    answerSalsifyForm(calls, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Salsify screen. */
export default function Salsify() {
  return <SalsifyPage data={useLoaderData<typeof loader>()} />;
}

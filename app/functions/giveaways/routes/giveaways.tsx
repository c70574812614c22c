import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { giveawaysFunction } from "../function";
import { answerGiveawaysForm } from "../giveaways-form.server";
import { readGiveawaysPage } from "../read-pages.server";
import { ManageGiveaways } from "../ui/ManageGiveaways";
import { ReportPage } from "../ui/ReportPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, giveawaysFunction, ({ calls }) =>
    readGiveawaysPage(new URL(args.request.url), calls.giveaways),
  );

export const action = (args: ActionFunctionArgs) =>
  authorize(args, giveawaysFunction, async ({ calls }) =>
    answerGiveawaysForm(calls.giveaways, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Giveaways screen. */
export default function Giveaways() {
  const page = useLoaderData<typeof loader>();
  return page.tab === "report" ? <ReportPage choices={page.choices} /> : <ManageGiveaways {...page} />;
}

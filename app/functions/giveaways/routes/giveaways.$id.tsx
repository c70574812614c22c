import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerEntrantsForm } from "../entrants/entrants-form.server";
import { giveawaysFunction } from "../function";
import { readEntrantsPage } from "../read-pages.server";
import { EntrantsPage } from "../ui/EntrantsPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, giveawaysFunction, ({ calls }) =>
    readEntrantsPage(new URL(args.request.url), Number(args.params.id), calls.giveaways),
  );

export const action = (args: ActionFunctionArgs) =>
  authorize(args, giveawaysFunction, async ({ calls }) =>
    answerEntrantsForm(calls.giveaways, Number(args.params.id), await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The entrants of a giveaway. */
export default function GiveawayEntrants() {
  return <EntrantsPage {...useLoaderData<typeof loader>()} />;
}

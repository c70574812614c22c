import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerDrawForm } from "../draw/draw-form.server";
import { giveawaysFunction } from "../function";
import { DrawsPage } from "../ui/DrawsPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, giveawaysFunction, async ({ calls: { giveaways } }) => {
    const id = Number(args.params.id);
    const [giveaway, { next, list }] = await Promise.all([giveaways.detail({ id }), giveaways.draws({ id })]);
    return { giveaway, next, draws: list };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, giveawaysFunction, async ({ calls }) =>
    answerDrawForm(calls.giveaways, Number(args.params.id), await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The draws of a giveaway. */
export default function GiveawayDraws() {
  return <DrawsPage {...useLoaderData<typeof loader>()} />;
}

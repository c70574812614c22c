import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerOneDrawForm } from "../draw/draw-form.server";
import { giveawaysFunction } from "../function";
import { readDrawPage } from "../read-pages.server";
import { DrawPage } from "../ui/DrawPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, giveawaysFunction, ({ calls }) =>
    readDrawPage(
      new URL(args.request.url),
      Number(args.params.id),
      Number(args.params.draw),
      calls.giveaways,
    ),
  );

export const action = (args: ActionFunctionArgs) =>
  authorize(args, giveawaysFunction, async ({ calls }) => {
    const which = { id: Number(args.params.id), draw: Number(args.params.draw) };
    return answerOneDrawForm(calls.giveaways, which, await args.request.formData());
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** One draw of a giveaway: its drawn entrants and its verification. */
export default function GiveawayDraw() {
  return <DrawPage {...useLoaderData<typeof loader>()} />;
}

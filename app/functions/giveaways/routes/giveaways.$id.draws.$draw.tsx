import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerOneDrawForm } from "../draw/form.server";
import { readDrawPage } from "../page.server";
import { DrawPage } from "../ui/DrawPage";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showGiveaways", ({ backend }) =>
    readDrawPage(
      new URL(args.request.url),
      Number(args.params.id),
      Number(args.params.draw),
      backend.giveaways,
    ),
  );

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showGiveaways", async ({ backend }) => {
    const which = { id: Number(args.params.id), draw: Number(args.params.draw) };
    return answerOneDrawForm(backend.giveaways, which, await args.request.formData());
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** One draw of a giveaway: who was drawn, and how anyone can check it. */
export default function GiveawayDraw() {
  return <DrawPage {...useLoaderData<typeof loader>()} />;
}

import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerEntrantsForm } from "../entrants/form.server";
import { readEntrantsPage } from "../page.server";
import { EntrantsPage } from "../ui/EntrantsPage";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showGiveaways", ({ backend }) =>
    readEntrantsPage(new URL(args.request.url), Number(args.params.id), backend.giveaways),
  );

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showGiveaways", async ({ backend }) =>
    answerEntrantsForm(backend.giveaways, Number(args.params.id), await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** Who registered for a giveaway. */
export default function GiveawayEntrants() {
  return <EntrantsPage {...useLoaderData<typeof loader>()} />;
}

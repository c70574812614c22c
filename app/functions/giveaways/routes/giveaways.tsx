import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerGiveawaysForm } from "../form.server";
import { readGiveawaysPage } from "../page.server";
import { ManageGiveaways } from "../ui/ManageGiveaways";
import { ReportPage } from "../ui/ReportPage";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showGiveaways", ({ backend }) =>
    readGiveawaysPage(new URL(args.request.url), backend.giveaways),
  );

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showGiveaways", async ({ backend }) =>
    answerGiveawaysForm(backend.giveaways, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Giveaways screen (section 2 of the third specification text). */
export default function Giveaways() {
  const page = useLoaderData<typeof loader>();
  return page.tab === "report" ? <ReportPage choices={page.choices} /> : <ManageGiveaways {...page} />;
}

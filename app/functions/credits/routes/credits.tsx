import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerCreditsForm } from "../form.server";
import { readCreditsPage } from "../page.server";
import { ManageCredits } from "../ui/ManageCredits";
import { Transactions } from "../ui/Transactions";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showCredits", async ({ backend }) => {
    const page = await readCreditsPage(args.request, backend.credits);
    return data(page.data, { headers: page.headers });
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showCredits", async ({ backend }) =>
    answerCreditsForm(backend.credits, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Credits page (section 2 of the third specification text). */
export default function Credits() {
  const page = useLoaderData<typeof loader>();
  return page.tab === "transactions" ? <Transactions {...page} /> : <ManageCredits {...page} />;
}

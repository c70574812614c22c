import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { TimeZoneProvider } from "~/ui/frame";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerCreditsForm } from "../form.server";
import { creditsFunction } from "../function";
import { readCreditsPage } from "../page.server";
import { ManageCredits } from "../ui/ManageCredits";
import { Transactions } from "../ui/Transactions";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, creditsFunction, async ({ calls }) => {
    const page = await readCreditsPage(args.request, calls.credits);
    return data(page.data, { headers: page.headers });
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, creditsFunction, async ({ calls, shop }) =>
    answerCreditsForm(calls.credits, await args.request.formData(), shop),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Credits page. */
export default function Credits() {
  const page = useLoaderData<typeof loader>();
  return (
    <TimeZoneProvider timeZone="UTC">
      {page.tab === "transactions" ? <Transactions {...page} /> : <ManageCredits {...page} />}
    </TimeZoneProvider>
  );
}

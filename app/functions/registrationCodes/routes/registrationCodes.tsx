import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerCodesForm } from "../form.server";
import { registrationCodesFunction } from "../function";
import { readCodesPage } from "../read-page.server";
import { CodesPage } from "../ui/CodesPage";
import { HistoryPage } from "../ui/HistoryPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, registrationCodesFunction, async ({ calls }) => {
    const { page, headers } = await readCodesPage(args.request, calls);
    return data(page, { headers });
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, registrationCodesFunction, async ({ calls }) =>
    answerCodesForm(calls.registrationCodes, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Registration Codes screen. */
export default function RegistrationCodes() {
  const page = useLoaderData<typeof loader>();
  return page.tab === "history" ? <HistoryPage {...page} /> : <CodesPage {...page} />;
}

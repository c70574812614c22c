import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerResendForm } from "../form.server";
import { couponsFunction } from "../function";
import { readCouponsPage } from "../read-coupons-page.server";
import { CouponsPage } from "../ui/CouponsPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, couponsFunction, ({ calls }) => readCouponsPage(new URL(args.request.url), calls));

export const action = (args: ActionFunctionArgs) =>
  authorize(args, couponsFunction, async ({ calls }) =>
    answerResendForm(calls.coupons, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The screen Coupons List. */
export default function Coupons() {
  return <CouponsPage {...useLoaderData<typeof loader>()} />;
}

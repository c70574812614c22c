import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerPoolForm } from "../form.server";
import { couponsFunction } from "../function";
import { PoolsPage } from "../ui/PoolsPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, couponsFunction, async ({ calls }) => (await calls.coupons.pools()).rows);

export const action = (args: ActionFunctionArgs) =>
  authorize(args, couponsFunction, async ({ calls, shop }) =>
    answerPoolForm(calls.coupons, await args.request.formData(), shop.timeZone),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The coupon pools. */
export default function Pools() {
  return <PoolsPage pools={useLoaderData<typeof loader>()} />;
}

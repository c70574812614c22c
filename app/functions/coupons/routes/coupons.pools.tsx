import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { couponsFunction } from "../function";
import { couponTexts } from "../page.server";
import { PoolsPage } from "../ui/PoolsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, couponsFunction, async ({ calls }) => (await calls.coupons.pools()).rows);

export const action = (args: ActionFunctionArgs) => answerCalls(args, couponsFunction, couponTexts);

/** The coupon pools. */
export default function Pools() {
  return <PoolsPage pools={useLoaderData<typeof loader>()} />;
}

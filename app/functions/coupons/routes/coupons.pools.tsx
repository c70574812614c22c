import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { couponsFunction } from "../function";
import { couponTexts } from "../page.server";
import { PoolsPage } from "../ui/PoolsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(couponsFunction, async ({ calls }) => (await calls.coupons.pools()).rows);

export const action = callsAction(couponsFunction, couponTexts);

/** The coupon pools. */
export default function Pools() {
  return <PoolsPage pools={useLoaderData<typeof loader>()} />;
}

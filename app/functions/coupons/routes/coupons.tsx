import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { couponsFunction } from "../function";
import { couponTexts, readCouponsPage } from "../page.server";
import { CouponsPage } from "../ui/CouponsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(couponsFunction, ({ calls }, args) =>
  readCouponsPage(new URL(args.request.url), calls),
);

export const action = callsAction(couponsFunction, couponTexts);

/** The screen Coupons List. */
export default function Coupons() {
  return <CouponsPage {...useLoaderData<typeof loader>()} />;
}

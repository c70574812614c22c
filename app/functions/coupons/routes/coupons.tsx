import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { couponsFunction } from "../function";
import { couponTexts, readCouponsPage } from "../page.server";
import { CouponsPage } from "../ui/CouponsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, couponsFunction, ({ calls }) => readCouponsPage(new URL(args.request.url), calls));

export const action = (args: ActionFunctionArgs) => answerCalls(args, couponsFunction, couponTexts);

/** The screen Coupons List. */
export default function Coupons() {
  return <CouponsPage {...useLoaderData<typeof loader>()} />;
}

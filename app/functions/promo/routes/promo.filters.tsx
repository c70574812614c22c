import type { LoaderFunctionArgs } from "@remix-run/node";
import { authorize } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { promoFunction } from "../function";
import { readFilterOptions } from "../read-answers.server";

/** The look-up lists of the advanced filters, when they are opened. */
export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, promoFunction, ({ calls }) => readFilterOptions(calls.promo));

export const shouldRevalidate = refreshUnlessOffline;

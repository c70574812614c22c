import { pageLoader } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { promoFunction } from "../function";
import { readFilterOptions } from "../read-answers.server";

/** The look-up lists of the advanced filters, when they are opened. */
export const loader = pageLoader(promoFunction, ({ calls }) => readFilterOptions(calls.promo));

export const shouldRevalidate = refreshUnlessOffline;

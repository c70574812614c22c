import { pageLoader } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { promoFunction } from "../function";
import { readReadingAnswer } from "../read-answers.server";

/** What was read from the receipt of a submission, for the dialog that shows it. */
export const loader = pageLoader(promoFunction, ({ calls }, args) =>
  readReadingAnswer(calls.promo, Number(args.params.id)),
);

export const shouldRevalidate = refreshUnlessOffline;

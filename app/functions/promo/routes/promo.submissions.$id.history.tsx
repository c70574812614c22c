import { pageLoader } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { promoFunction } from "../function";
import { readHistoryAnswer } from "../read-answers.server";

/** The history of a submission, for the dialog that shows it. */
export const loader = pageLoader(promoFunction, ({ calls }, args) =>
  readHistoryAnswer(calls.promo, Number(args.params.id)),
);

export const shouldRevalidate = refreshUnlessOffline;

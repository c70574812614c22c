import { pageLoader } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { promoFunction } from "../function";
import { readDuplicatesAnswer } from "../read-answers.server";

/** The possible duplicates of a submission, for the dialog that shows it. */
export const loader = pageLoader(promoFunction, ({ calls }, args) =>
  readDuplicatesAnswer(calls, Number(args.params.id)),
);

export const shouldRevalidate = refreshUnlessOffline;

import { pageLoader } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { promoFunction } from "../function";
import { readSubmissionAnswer } from "../read-answers.server";

/** A submission for the dialog that shows it. */
export const loader = pageLoader(promoFunction, ({ calls }, args) =>
  readSubmissionAnswer(calls, Number(args.params.id)),
);

// A refused decision shows the submission as it is now.
export const shouldRevalidate = refreshUnlessOffline;

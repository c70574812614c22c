import type { LoaderFunctionArgs } from "@remix-run/node";
import { authorize } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { promoFunction } from "../function";
import { readDuplicatesAnswer } from "../read-answers.server";

/** The possible duplicates of a submission, for the dialog that shows it. */
export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, promoFunction, ({ calls }) => readDuplicatesAnswer(calls, Number(args.params.id)));

export const shouldRevalidate = refreshUnlessOffline;

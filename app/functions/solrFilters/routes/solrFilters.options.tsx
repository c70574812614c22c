import type { LoaderFunctionArgs } from "@remix-run/node";
import { authorize } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { solrFiltersFunction } from "../function";
import { readOptionsAnswer } from "../page-data.server";

/** The options of a filter in a collection, for the dialog that changes them. */
export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, solrFiltersFunction, ({ calls }) => readOptionsAnswer(args.request, calls.solrFilters));

export const shouldRevalidate = refreshUnlessOffline;

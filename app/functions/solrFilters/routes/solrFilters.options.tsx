import { pageLoader } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { solrFiltersFunction } from "../function";
import { readOptionsAnswer } from "../page-data.server";

/** The options of a filter in a collection, for the dialog that changes them. */
export const loader = pageLoader(solrFiltersFunction, ({ calls }, args) =>
  readOptionsAnswer(args.request, calls.solrFilters),
);

export const shouldRevalidate = refreshUnlessOffline;

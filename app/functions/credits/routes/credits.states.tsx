import { pageLoader } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { creditsFunction } from "../function";

/** The current state of transactions, for the page that requested them. */
export const loader = pageLoader(creditsFunction, ({ calls }, args) => {
  const ids = (new URL(args.request.url).searchParams.get("ids") ?? "").split(",").filter(Boolean);
  return calls.credits.postings({ ids });
});

export const shouldRevalidate = refreshUnlessOffline;

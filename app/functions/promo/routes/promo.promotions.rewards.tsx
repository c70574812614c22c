import { pageLoader } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { promotionPages } from "../function";

/** The rewards that a search finds, for the form of a promotion. */
export const loader = pageLoader(promotionPages, ({ calls }, args) =>
  calls.promo.rewards({ search: new URL(args.request.url).searchParams.get("q") ?? "" }),
);

export const shouldRevalidate = refreshUnlessOffline;

import { pageLoader } from "~/core/authorize.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { promoFunction } from "../function";

/** What was read from the receipt of a submission, for the dialog that shows it. */
export const loader = pageLoader(promoFunction, ({ calls }, args) =>
  calls.promo.reading({ id: Number(args.params.id) }),
);

export const shouldRevalidate = refreshUnlessOffline;

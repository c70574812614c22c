import { pageLoader } from "~/core/authorize.server";
import { bulkPriceFunction } from "../function";

/** What products can be chosen by, which takes longer to count than the page takes to load. */
export const loader = pageLoader(bulkPriceFunction, ({ calls }) => calls.priceWorkbench.choices());

/** A change of prices doesn't change it. */
export const shouldRevalidate = () => false;

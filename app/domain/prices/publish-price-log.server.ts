import { afterCommit, type ShopTransaction } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { PRICE_LOG_LIST } from "./price-log-list";

/** Notifies pages that show the price log, after the commit. */
export const publishPriceLog = (tx: ShopTransaction, shop: string): void =>
  afterCommit(tx, () => publishChange(shop, "showPriceControl", { list: PRICE_LOG_LIST }));

import { linkedNumber } from "~/core/admin-link.server";
import { pageLoader } from "~/core/authorize.server";
import { orderReturnsFunction } from "../function";

/** Opens the returns of the order whose page in the Shopify admin had the link. */
export const loader = pageLoader(orderReturnsFunction, async ({ redirect }, args) => {
  const value = `gid://shopify/Order/${linkedNumber(args.request)}`;
  return redirect(`/orderReturns?${new URLSearchParams({ value })}`);
});

/** Makes this a page, whose refusals are shown in the frame. It is never rendered itself. */
export default function Redirect() {
  return null;
}

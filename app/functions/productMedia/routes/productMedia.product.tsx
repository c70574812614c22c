import { linkedNumber } from "~/core/admin-link.server";
import { pageLoader } from "~/core/authorize.server";
import { productMediaFunction } from "../function";

/** Opens the media list of the product whose page in the Shopify admin had the link. */
export const loader = pageLoader(productMediaFunction, async ({ redirect }, args) => {
  const q = `gid://shopify/Product/${linkedNumber(args.request)}`;
  return redirect(`/productMedia?${new URLSearchParams({ tab: "media", q })}`);
});

/** Makes this a page, whose refusals are shown in the frame. It is never rendered itself. */
export default function Redirect() {
  return null;
}

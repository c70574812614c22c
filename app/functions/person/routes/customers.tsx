import { linkedNumber } from "~/core/admin-link.server";
import { pageLoader } from "~/core/authorize.server";
import { personPages } from "../pages";

/** Opens the card of the customer whose page in the Shopify admin had the link. */
export const loader = pageLoader(personPages, async ({ redirect }, args) =>
  redirect(`/customers/${linkedNumber(args.request)}`),
);

/** Makes this a page, whose refusals are shown in the frame. It is never rendered itself. */
export default function Redirect() {
  return null;
}

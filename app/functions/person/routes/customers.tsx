import type { LoaderFunctionArgs } from "@remix-run/node";
import { linkedNumber } from "~/core/admin-link.server";
import { authorize } from "~/core/authorize.server";
import { personPages } from "../pages";

/** Opens the card of the customer whose page in the Shopify admin had the link. */
export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, personPages, async ({ redirect }) => redirect(`/customers/${linkedNumber(args.request)}`));

/** Makes this a page, whose refusals are shown in the frame. It is never rendered itself. */
export default function Redirect() {
  return null;
}

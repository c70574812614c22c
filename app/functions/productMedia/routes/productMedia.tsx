import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { productMediaFunction } from "../function";
import { mediaTexts, readProductMediaPage } from "../page.server";
import { ProductMediaPage } from "../ui/ProductMediaPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(productMediaFunction, async ({ calls, administrator }, args) => {
  const { page, headers } = await readProductMediaPage(args.request, calls, administrator);
  return data(page, { headers });
});

export const action = callsAction(productMediaFunction, mediaTexts);

/** The Product Media screen. */
export default function ProductMedia() {
  return <ProductMediaPage {...useLoaderData<typeof loader>()} />;
}

import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { productMediaFunction } from "../function";
import { mediaTexts, readProductMediaPage } from "../page.server";
import { ProductMediaPage } from "../ui/ProductMediaPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, productMediaFunction, async ({ calls, administrator }) => {
    const { page, headers } = await readProductMediaPage(args.request, calls.productMedia, administrator);
    return data(page, { headers });
  });

export const action = (args: ActionFunctionArgs) => answerCalls(args, productMediaFunction, mediaTexts);

/** The Product Media screen. */
export default function ProductMedia() {
  return <ProductMediaPage {...useLoaderData<typeof loader>()} />;
}

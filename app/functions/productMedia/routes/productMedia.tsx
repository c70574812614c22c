import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerMediaForm } from "../form.server";
import { productMediaFunction } from "../function";
import { readProductMediaPage } from "../page-data.server";
import { ProductMediaPage } from "../ui/ProductMediaPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, productMediaFunction, async ({ calls, administrator }) => {
    const { page, headers } = await readProductMediaPage(args.request, calls.productMedia, administrator);
    return data(page, { headers });
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, productMediaFunction, async ({ calls }) =>
    answerMediaForm(calls.productMedia, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Product Media screen. */
export default function ProductMedia() {
  return <ProductMediaPage {...useLoaderData<typeof loader>()} />;
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { answerReturnForm } from "../form.server";
import { orderReturnsFunction } from "../function";
import { MAX_SEARCH_LENGTH } from "../return-rules";
import { ReturnsPage } from "../ui/ReturnsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, orderReturnsFunction, async ({ calls }) => {
    const parameter = new URL(args.request.url).searchParams.get("value") ?? "";
    const value = parameter.trim().slice(0, MAX_SEARCH_LENGTH);
    if (!value) return { value, order: null, problem: null, open: await calls.orderReturns.open() };
    const { data, msg } = await calls.orderReturns.search({ value });
    const shownValue = data?.orderDetails.name ?? (value.startsWith("gid:") ? "" : value);
    return { value: shownValue, order: data, problem: msg ?? null, open: null };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, orderReturnsFunction, async ({ calls }) =>
    answerReturnForm(calls.orderReturns, await args.request.formData()),
  );

/** The Returns screen. */
export default function OrderReturns() {
  return <ReturnsPage {...useLoaderData<typeof loader>()} />;
}

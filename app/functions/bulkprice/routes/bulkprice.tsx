import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { readListState } from "~/platform/list";
import { answerPriceForm } from "../form.server";
import { bulkPriceFunction } from "../function";
import { priceSchedulesList } from "../states";
import { BulkPricePage } from "../ui/BulkPricePage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, bulkPriceFunction, async ({ calls }) => {
    const state = readListState(new URL(args.request.url), priceSchedulesList);
    const { search, sort, direction, cursor } = state;
    return { state, result: await calls.bulkPrice.page({ search, sort, direction, last_id: cursor }) };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, bulkPriceFunction, async ({ calls }) =>
    answerPriceForm(calls.bulkPrice, await args.request.formData()),
  );

/** The screen Import Price. */
export default function BulkPrice() {
  return <BulkPricePage {...useLoaderData<typeof loader>()} />;
}

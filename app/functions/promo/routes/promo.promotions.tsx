import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { promotionPages } from "../function";
import { answerPromotionsForm } from "../promotions-form.server";
import { PromotionsPage } from "../ui/promotions/PromotionsPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, promotionPages, async ({ calls: { promo } }) => {
    const [promotions, replies] = await Promise.all([promo.promotions(), promo.replies()]);
    return {
      promotions: promotions.list.map((promotion) => ({ ...promotion, id: String(promotion.id) })),
      replies: replies.list.map((reply) => ({ ...reply, id: String(reply.id) })),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, promotionPages, async ({ calls }) =>
    answerPromotionsForm(calls.promo, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The promotions, with the reply templates. */
export default function Promotions() {
  return <PromotionsPage {...useLoaderData<typeof loader>()} />;
}

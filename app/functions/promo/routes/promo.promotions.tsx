import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { promotionPages } from "../function";
import { promotionTexts } from "../texts.server";
import { PromotionsPage } from "../ui/promotions/PromotionsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(promotionPages, async ({ calls: { promo } }) => {
  const [promotions, replies] = await Promise.all([promo.promotions(), promo.replies()]);
  return {
    promotions: promotions.list.map((promotion) => ({ ...promotion, id: String(promotion.id) })),
    replies: replies.list.map((reply) => ({ ...reply, id: String(reply.id) })),
  };
});

export const action = callsAction(promotionPages, promotionTexts);

/** The promotions, with the reply templates. */
export default function Promotions() {
  return <PromotionsPage {...useLoaderData<typeof loader>()} />;
}

import { useLoaderData } from "@remix-run/react";
import { pageLoader } from "~/core/authorize.server";
import { notFound } from "~/platform/errors";
import { promotionPages } from "../function";
import { PromotionForm } from "../ui/promotions/PromotionForm";

export const loader = pageLoader(promotionPages, async ({ calls: { promo } }, args) => {
  const { id } = args.params;
  if (id === "new") return { promotion: null };
  const { list } = await promo.promotions();
  const promotion = list.find((one) => String(one.id) === id);
  if (!promotion) throw notFound("This promotion doesn't exist. It may have been deleted.");
  return { promotion };
});

/** The form of a new promotion, or of one that exists. */
export default function Promotion() {
  const { promotion } = useLoaderData<typeof loader>();
  return <PromotionForm key={promotion?.id} promotion={promotion} />;
}

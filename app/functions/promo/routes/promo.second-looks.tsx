import { useLoaderData } from "@remix-run/react";
import { pageLoader } from "~/core/authorize.server";
import { promoFunction } from "../function";
import { SecondLooksPage } from "../ui/SecondLooksPage";

export const loader = pageLoader(promoFunction, async ({ calls: { promo } }) => {
  const { list, agreement } = await promo.secondLooks();
  return { looks: list.map((look) => ({ ...look, id: String(look.id) })), agreement };
});

/** The approvals that wait for a second look. */
export default function SecondLooks() {
  return <SecondLooksPage {...useLoaderData<typeof loader>()} />;
}

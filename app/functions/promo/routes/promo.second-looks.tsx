import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { promoFunction } from "../function";
import { SecondLooksPage } from "../ui/SecondLooksPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, promoFunction, async ({ calls: { promo } }) => {
    const { list, agreement } = await promo.secondLooks();
    return { looks: list.map((look) => ({ ...look, id: String(look.id) })), agreement };
  });

/** The approvals that wait for a second look. */
export default function SecondLooks() {
  return <SecondLooksPage {...useLoaderData<typeof loader>()} />;
}

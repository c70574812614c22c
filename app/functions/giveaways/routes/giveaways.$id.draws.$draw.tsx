import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { giveawaysFunction } from "../function";
import { drawTexts, readDrawPage } from "../page.server";
import { DrawPage } from "../ui/DrawPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(giveawaysFunction, ({ calls }, args) =>
  readDrawPage(new URL(args.request.url), Number(args.params.id), Number(args.params.draw), calls.giveaways),
);

export const action = callsAction(giveawaysFunction, drawTexts);

/** One draw of a giveaway: its drawn entrants and its verification. */
export default function GiveawayDraw() {
  return <DrawPage {...useLoaderData<typeof loader>()} />;
}

import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { giveawaysFunction } from "../function";
import { drawsTexts, readDrawsPage } from "../page.server";
import { DrawsPage } from "../ui/DrawsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(giveawaysFunction, ({ calls }, args) =>
  readDrawsPage(Number(args.params.id), calls.giveaways),
);

export const action = callsAction(giveawaysFunction, drawsTexts);

/** The draws of a giveaway. */
export default function GiveawayDraws() {
  return <DrawsPage {...useLoaderData<typeof loader>()} />;
}

import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { giveawaysFunction } from "../function";
import { entrantTexts, readEntrantsPage } from "../page.server";
import { EntrantsPage } from "../ui/EntrantsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(giveawaysFunction, ({ calls }, args) =>
  readEntrantsPage(new URL(args.request.url), Number(args.params.id), calls.giveaways),
);

export const action = callsAction(giveawaysFunction, entrantTexts);

/** The entrants of a giveaway. */
export default function GiveawayEntrants() {
  return <EntrantsPage {...useLoaderData<typeof loader>()} />;
}

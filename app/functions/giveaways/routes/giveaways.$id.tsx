import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { giveawaysFunction } from "../function";
import { entrantTexts, readEntrantsPage } from "../page.server";
import { EntrantsPage } from "../ui/EntrantsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, giveawaysFunction, ({ calls }) =>
    readEntrantsPage(new URL(args.request.url), Number(args.params.id), calls.giveaways),
  );

export const action = (args: ActionFunctionArgs) => answerCalls(args, giveawaysFunction, entrantTexts);

/** The entrants of a giveaway. */
export default function GiveawayEntrants() {
  return <EntrantsPage {...useLoaderData<typeof loader>()} />;
}

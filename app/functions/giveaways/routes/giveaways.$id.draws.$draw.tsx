import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { giveawaysFunction } from "../function";
import { drawTexts, readDrawPage } from "../page.server";
import { DrawPage } from "../ui/DrawPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, giveawaysFunction, ({ calls }) =>
    readDrawPage(
      new URL(args.request.url),
      Number(args.params.id),
      Number(args.params.draw),
      calls.giveaways,
    ),
  );

export const action = (args: ActionFunctionArgs) => answerCalls(args, giveawaysFunction, drawTexts);

/** One draw of a giveaway: its drawn entrants and its verification. */
export default function GiveawayDraw() {
  return <DrawPage {...useLoaderData<typeof loader>()} />;
}

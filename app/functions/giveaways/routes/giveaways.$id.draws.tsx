import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { giveawaysFunction } from "../function";
import { drawsTexts, readDrawsPage } from "../page.server";
import { DrawsPage } from "../ui/DrawsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, giveawaysFunction, ({ calls }) => readDrawsPage(Number(args.params.id), calls.giveaways));

export const action = (args: ActionFunctionArgs) => answerCalls(args, giveawaysFunction, drawsTexts);

/** The draws of a giveaway. */
export default function GiveawayDraws() {
  return <DrawsPage {...useLoaderData<typeof loader>()} />;
}

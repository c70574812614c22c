import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { giveawaysFunction } from "../function";
import { giveawayTexts, readGiveawaysPage } from "../page.server";
import { ManageGiveaways } from "../ui/ManageGiveaways";
import { ReportPage } from "../ui/ReportPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, giveawaysFunction, ({ calls }) =>
    readGiveawaysPage(new URL(args.request.url), calls.giveaways),
  );

export const action = (args: ActionFunctionArgs) => answerCalls(args, giveawaysFunction, giveawayTexts);

/** The Giveaways screen. */
export default function Giveaways() {
  const page = useLoaderData<typeof loader>();
  return page.tab === "report" ? <ReportPage choices={page.choices} /> : <ManageGiveaways {...page} />;
}

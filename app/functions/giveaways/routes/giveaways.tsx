import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { giveawaysFunction } from "../function";
import { giveawayTexts, readGiveawaysPage } from "../page.server";
import { ManageGiveaways } from "../ui/ManageGiveaways";
import { ReportPage } from "../ui/ReportPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(giveawaysFunction, ({ calls }, args) =>
  readGiveawaysPage(new URL(args.request.url), calls.giveaways),
);

export const action = callsAction(giveawaysFunction, giveawayTexts);

/** The Giveaways screen. */
export default function Giveaways() {
  const page = useLoaderData<typeof loader>();
  return page.tab === "report" ? <ReportPage choices={page.choices} /> : <ManageGiveaways {...page} />;
}

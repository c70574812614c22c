import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import type { Texts } from "~/core/answer-call.server";
import { callsAction, pageLoader } from "~/core/authorize.server";
import type { ContractsOf } from "~/core/function-entry";
import { MESSAGE_SECONDS, NOT_UPDATED, UPDATED } from "../display-names";
import { salsifyDisplayFunction } from "../function";
import { DisplayNamesPage } from "../ui/DisplayNamesPage";
import { loadOrKeep } from "../ui/useDisplayNames";

export { clientAction, shouldRevalidate } from "~/ui/page";

const texts: Texts<ContractsOf<typeof salsifyDisplayFunction>> = {
  "salsifyDisplay.save": {
    say: () => ({ text: UPDATED, seconds: MESSAGE_SECONDS }),
    // The page shows why longer than the notice.
    failure: { notice: { text: NOT_UPDATED, seconds: MESSAGE_SECONDS } },
  },
};

export const loader = pageLoader(salsifyDisplayFunction, async ({ calls }) => ({
  list: await calls.salsifyDisplay.list(),
  now: new Date().toISOString(),
}));

export const action = callsAction(salsifyDisplayFunction, texts);

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  loadOrKeep(() => serverLoader<typeof loader>());

/** The Salsify Display Names page. */
export default function SalsifyDisplay() {
  return <DisplayNamesPage data={useLoaderData<typeof clientLoader>()} />;
}

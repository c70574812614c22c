import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { WaitingChanges } from "~/core/safeguards/ui/WaitingChanges";
import type { ActionAnswer } from "~/platform/notice";
import { priceLimitsIn } from "../form";
import { settingsFunction } from "../function";
import { SECTIONS } from "../sections";
import { PriceGuardRailsCard } from "../ui/PriceGuardRailsCard";
import { SectionPage } from "../ui/SectionPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }) => {
    const [limits, { list: waitingLimits }] = await Promise.all([
      calls.priceGuardRails.read(),
      calls.safeguards.list(),
    ]);
    return { limits, waitingLimits };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }): Promise<ActionAnswer> => {
    const { changed, msg } = await calls.priceGuardRails.save(priceLimitsIn(await args.request.formData()));
    return { notice: { level: changed ? "success" : "info", text: msg } };
  });

/** The limits for scheduled prices. */
export default function PriceSettings() {
  const { limits, waitingLimits } = useLoaderData<typeof loader>();
  return (
    <SectionPage section={SECTIONS.prices}>
      <WaitingChanges changes={waitingLimits} />
      <PriceGuardRailsCard limits={limits} />
    </SectionPage>
  );
}

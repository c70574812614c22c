import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { WaitingChanges } from "~/core/safeguards/ui/WaitingChanges";
import { settingsFunction } from "../function";
import { priceTexts } from "../page.server";
import { SECTIONS } from "../sections";
import { PriceGuardRailsCard } from "../ui/PriceGuardRailsCard";
import { SectionPage } from "../ui/SectionPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(settingsFunction, async ({ calls }) => {
  const [limits, { list: waitingLimits }] = await Promise.all([
    calls.priceGuardRails.read(),
    calls.safeguards.list(),
  ]);
  return { limits, waitingLimits };
});

export const action = callsAction(settingsFunction, priceTexts);

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

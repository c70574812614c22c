import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { WaitingChanges } from "~/core/safeguards/ui/WaitingChanges";
import {
  isPercent,
  isProductCount,
  PERCENT_NOT_VALID,
  PRODUCTS_NOT_VALID,
} from "~/domain/prices/guard-rails/guard-rails";
import type { ShownGuardRails } from "~/domain/prices/guard-rails/schemas";
import type { ActionAnswer } from "~/platform/notice";
import { CardForm } from "~/ui/form/CardForm";
import { TextInput } from "~/ui/form/fields";
import { useFetcher } from "~/ui/useFetcher";
import { settingsCall, settingsFunction } from "../function";
import { priceTexts } from "../page.server";
import { SECTIONS } from "../sections";
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

const percentProblem = (text: string) => (isPercent(text.trim()) ? undefined : PERCENT_NOT_VALID);

/** The owner's limits for scheduled prices. */
function PriceGuardRailsCard({ limits }: { limits: ShownGuardRails }) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <CardForm
      title="Limits for scheduled prices"
      about="A price outside these limits is refused when a file is checked, when it is edited, and when it would be set in the store. Leave blank for no limit."
      fetcher={fetcher}
      call={settingsCall("priceGuardRails.save", { seen: limits })}
      stored={JSON.stringify(limits)}
    >
      <TextInput
        name="maxDropPercent"
        label="Largest drop, in percent"
        optional
        defaultValue={limits.maxDropPercent}
        inputMode="decimal"
        maxLength={6}
        onlyChanged
        helpText="From the highest current price of the SKU."
        validate={percentProblem}
      />
      <TextInput
        name="minMarginPercent"
        label="Lowest margin, in percent of the price"
        optional
        defaultValue={limits.minMarginPercent}
        inputMode="decimal"
        maxLength={6}
        onlyChanged
        helpText="Over the unit cost, for variants that have one in Shopify."
        validate={percentProblem}
      />
      <TextInput
        name="approvalAboveProducts"
        label="Second administrator needed above this number of products"
        optional
        defaultValue={limits.approvalAboveProducts}
        inputMode="numeric"
        maxLength={7}
        onlyChanged
        helpText="Someone who didn't prepare the file must start it. Files that one administrator starts within 24 hours count together."
        validate={(text) => (isProductCount(text.trim()) ? undefined : PRODUCTS_NOT_VALID)}
      />
    </CardForm>
  );
}

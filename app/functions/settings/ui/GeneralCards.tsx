import { DescriptionList } from "@shopify/polaris";
import type { ShopSwitch } from "~/core/settings/shop-switch";
import type { ActionAnswer } from "~/platform/notice";
import { AnnotatedCard, CardForm } from "~/ui/form/CardForm";
import { CheckboxInput } from "~/ui/form/fields";
import { useFrame } from "~/ui/frame";
import { useFetcher } from "~/ui/useFetcher";
import { settingsCall } from "../function";

/** A switch of the shop, and whether it is on. */
export type ShownSwitch = Pick<ShopSwitch, "key" | "title" | "helpText"> & { isOn: boolean };

/** What is turned on for the whole shop. */
export function SwitchesCard({ switches }: { switches: readonly ShownSwitch[] }) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <CardForm
      title="Switches"
      about="Each is off until you turn it on."
      fetcher={fetcher}
      call={settingsCall("settings.change", { switches: {} })}
      stored={JSON.stringify(switches)}
    >
      {switches.map(({ key, title, helpText, isOn }) => (
        <CheckboxInput
          key={key}
          name={`switches.${key}`}
          label={title}
          helpText={helpText}
          defaultChecked={isOn}
          onlyChanged
        />
      ))}
    </CardForm>
  );
}

/** The shop's data in Shopify, read-only. */
export function ShopFacts() {
  const { shop } = useFrame();
  return (
    <AnnotatedCard title="Shop" about="Set in the Shopify admin. Dates are shown in the shop's time zone.">
      <DescriptionList
        gap="tight"
        items={[
          { term: "Name", description: shop.name },
          { term: "Domain", description: shop.domain },
          { term: "Time zone", description: shop.timeZone },
          { term: "Currency", description: shop.currency },
        ]}
      />
    </AnnotatedCard>
  );
}

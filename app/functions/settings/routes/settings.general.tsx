import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, pageLoader } from "~/core/authorize.server";
import { settingsFunction } from "../function";
import { switchTexts } from "../page.server";
import { SECTIONS } from "../sections";
import { ShopFacts, SwitchesCard } from "../ui/GeneralCards";
import { SectionPage } from "../ui/SectionPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(settingsFunction, async ({ calls, declarations }) => {
  const { switches: isOn } = await calls.settings.read();
  return {
    switches: [...declarations.switches.values()].map(({ key, title, helpText }) => ({
      key,
      title,
      helpText,
      isOn: isOn[key] === true,
    })),
  };
});

export const action = (args: ActionFunctionArgs) =>
  answerCalls(args, settingsFunction, switchTexts(args.context.app.declarations.switches));

/** The switches, and the shop's data. */
export default function GeneralSettings() {
  return (
    <SectionPage section={SECTIONS.general}>
      <SwitchesCard {...useLoaderData<typeof loader>()} />
      <ShopFacts />
    </SectionPage>
  );
}

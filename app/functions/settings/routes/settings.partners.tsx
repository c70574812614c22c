import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { settingsFunction } from "../function";
import { partnerTexts } from "../page.server";
import { SECTIONS } from "../sections";
import { PartnersCard } from "../ui/PartnersCard";
import { SectionPage } from "../ui/SectionPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(settingsFunction, ({ calls }) => calls.partners.list());

export const action = callsAction(settingsFunction, partnerTexts);

/** The partners of registration codes. */
export default function PartnerSettings() {
  return (
    <SectionPage section={SECTIONS.partners}>
      <PartnersCard partners={useLoaderData<typeof loader>().list} />
    </SectionPage>
  );
}

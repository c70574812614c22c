import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { settingsFunction } from "../function";
import { partnerTexts } from "../page.server";
import { SECTIONS } from "../sections";
import { PartnersCard } from "../ui/PartnersCard";
import { SectionPage } from "../ui/SectionPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, settingsFunction, ({ calls }) => calls.partners.list());

export const action = (args: ActionFunctionArgs) => answerCalls(args, settingsFunction, partnerTexts);

/** The partners of registration codes. */
export default function PartnerSettings() {
  return (
    <SectionPage section={SECTIONS.partners}>
      <PartnersCard partners={useLoaderData<typeof loader>().list} />
    </SectionPage>
  );
}

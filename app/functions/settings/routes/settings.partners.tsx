import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import type { ActionAnswer } from "~/platform/notice";
import { partnersIn } from "../form";
import { settingsFunction } from "../function";
import { SECTIONS } from "../sections";
import { PartnersCard } from "../ui/PartnersCard";
import { SectionPage } from "../ui/SectionPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, settingsFunction, ({ calls }) => calls.partners.list());

export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }): Promise<ActionAnswer> => {
    const { changed, list } = await calls.partners.save(partnersIn(await args.request.formData()));
    if (!changed) return { notice: { level: "info", text: "Nothing changed." } };
    const text = `Saved. There ${list.length === 1 ? "is 1 partner" : `are ${list.length} partners`}.`;
    return { notice: { level: "success", text } };
  });

/** The partners of registration codes. */
export default function PartnerSettings() {
  return (
    <SectionPage section={SECTIONS.partners}>
      <PartnersCard partners={useLoaderData<typeof loader>().list} />
    </SectionPage>
  );
}

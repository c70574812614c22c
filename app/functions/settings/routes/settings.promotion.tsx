import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { ReviewSettingsCard } from "~/domain/submissions/ui/ReviewSettingsCard";
import { AnnotatedCard } from "~/ui/form/AnnotatedCard";
import { settingsCall, settingsFunction } from "../function";
import { promotionTexts } from "../page.server";
import { SECTIONS } from "../sections";
import { LinkList } from "../ui/LinkList";
import { SectionPage } from "../ui/SectionPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, settingsFunction, ({ calls }) => calls.promo.settings());

export const action = (args: ActionFunctionArgs) => answerCalls(args, settingsFunction, promotionTexts);

const PAGES = [
  {
    url: "/promo/promotions",
    title: "Promotions and reply templates",
    about: "Which promotions there are, and the texts that reviewers send",
  },
  {
    url: "/promo?tab=DenyList",
    title: "Deny reasons",
    about: "The reasons for denied submissions",
  },
];

/** The settings of the review, and the pages with what it uses. */
export default function PromotionSettings() {
  return (
    <SectionPage section={SECTIONS.promotion}>
      <ReviewSettingsCard
        settings={useLoaderData<typeof loader>().settings}
        call={settingsCall("promo.saveSettings", {})}
      />
      <AnnotatedCard title="More" about="What the review uses.">
        <LinkList links={PAGES} />
      </AnnotatedCard>
    </SectionPage>
  );
}

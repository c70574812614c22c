import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { ReviewSettingsCard } from "~/domain/submissions/ui/ReviewSettingsCard";
import { RuleReplayCard } from "~/domain/submissions/ui/RuleReplayCard";
import { AnnotatedCard } from "~/ui/form/CardForm";
import { settingsCall, settingsFunction } from "../function";
import { promotionTexts } from "../page.server";
import { SECTIONS } from "../sections";
import { LinkList, SectionPage } from "../ui/SectionPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(settingsFunction, async ({ calls }) => {
  const [{ settings }, replay] = await Promise.all([calls.promo.settings(), calls.promo.replay()]);
  return { settings, replay };
});

export const action = callsAction(settingsFunction, promotionTexts);

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
  const { settings, replay } = useLoaderData<typeof loader>();
  return (
    <SectionPage section={SECTIONS.promotion}>
      <ReviewSettingsCard settings={settings} call={settingsCall("promo.saveSettings", { seen: settings })} />
      <RuleReplayCard replay={replay} />
      <AnnotatedCard title="More" about="What the review uses.">
        <LinkList links={PAGES} />
      </AnnotatedCard>
    </SectionPage>
  );
}

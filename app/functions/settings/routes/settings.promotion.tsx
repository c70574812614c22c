import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { ReviewSettingsCard } from "~/domain/submissions/ui/ReviewSettingsCard";
import { AnnotatedCard } from "~/ui/form/AnnotatedCard";
import { settingsFunction } from "../function";
import { SECTIONS } from "../sections";
import { LinkList } from "../ui/LinkList";
import { SectionPage } from "../ui/SectionPage";

export { shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, settingsFunction, ({ calls }) => calls.promo.settings());

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
      <ReviewSettingsCard settings={useLoaderData<typeof loader>().settings} />
      <AnnotatedCard title="More" about="What the review uses.">
        <LinkList links={PAGES} />
      </AnnotatedCard>
    </SectionPage>
  );
}

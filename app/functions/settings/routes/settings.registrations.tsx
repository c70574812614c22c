import { pageLoader } from "~/core/authorize.server";
import { AnnotatedCard } from "~/ui/form/CardForm";
import { settingsFunction } from "../function";
import { SECTIONS } from "../sections";
import { LinkList, SectionPage } from "../ui/SectionPage";

export { shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(settingsFunction, async () => null);

const PAGES = [
  {
    url: "/settings/reasons/reject",
    title: "Reject reasons",
    about: "The reasons for rejected registrations",
  },
  {
    url: "/settings/reasons/question",
    title: "Texts for questions",
    about: "The texts for questions to customers",
  },
  {
    url: "/settings/rules",
    title: "Approve by rule",
    about: "Which registrations are approved automatically",
  },
];

/** The pages about decisions on registrations. */
export default function RegistrationSettings() {
  return (
    <SectionPage section={SECTIONS.registrations}>
      <AnnotatedCard title="Decisions" about="What staff and rules decide with.">
        <LinkList links={PAGES} />
      </AnnotatedCard>
    </SectionPage>
  );
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { Card } from "@shopify/polaris";
import { authorize } from "~/core/authorize.server";
import { settingsFunction } from "../function";
import { SECTIONS } from "../sections";
import { LinkList, SectionPage } from "../ui/SectionPage";

export { shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) => authorize(args, settingsFunction, async () => null);

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
      <Card>
        <LinkList links={PAGES} />
      </Card>
    </SectionPage>
  );
}

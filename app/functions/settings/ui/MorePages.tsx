import { BlockStack, Card, Text } from "@shopify/polaris";
import { CardHeading } from "~/ui/CardHeading";
import { RowLink } from "~/ui/list/RowLink";

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

/** The settings pages about decisions. */
export function MorePages() {
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Deciding">Texts and rules for decisions on registrations.</CardHeading>
        {PAGES.map(({ url, title, about }) => (
          <BlockStack key={url} inlineAlign="start">
            <RowLink to={url}>{title}</RowLink>
            <Text as="span" tone="subdued">
              {about}
            </Text>
          </BlockStack>
        ))}
      </BlockStack>
    </Card>
  );
}

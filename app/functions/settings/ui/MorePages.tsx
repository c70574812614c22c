import { BlockStack, Card, Link, Text } from "@shopify/polaris";
import { CardHeading } from "~/ui/CardHeading";

const PAGES = [
  {
    url: "/settings/reasons/reject",
    title: "Reject reasons",
    about: "What is offered when a registration is rejected",
  },
  {
    url: "/settings/reasons/question",
    title: "Texts for questions",
    about: "What a person can be asked for",
  },
  { url: "/settings/rules", title: "Approve by rule", about: "Which registrations need nobody's look" },
];

/** The pages of the settings on deciding. */
export function MorePages() {
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Deciding">What stands ready for those who decide on registrations.</CardHeading>
        {PAGES.map(({ url, title, about }) => (
          <BlockStack key={url} inlineAlign="start">
            <Link url={url} removeUnderline>
              {title}
            </Link>
            <Text as="span" tone="subdued">
              {about}
            </Text>
          </BlockStack>
        ))}
      </BlockStack>
    </Card>
  );
}

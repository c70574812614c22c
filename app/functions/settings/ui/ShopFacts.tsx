import { BlockStack, Card, DescriptionList } from "@shopify/polaris";
import { CardHeading } from "~/ui/CardHeading";
import { useFrame } from "~/ui/frame";

/** The shop's data in Shopify, read-only. */
export function ShopFacts() {
  const { shop } = useFrame();
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Shop">
          Set in the Shopify admin. Dates are shown in the shop's time zone.
        </CardHeading>
        <DescriptionList
          gap="tight"
          items={[
            { term: "Name", description: shop.name },
            { term: "Domain", description: shop.domain },
            { term: "Time zone", description: shop.timeZone },
            { term: "Currency", description: shop.currency },
          ]}
        />
      </BlockStack>
    </Card>
  );
}

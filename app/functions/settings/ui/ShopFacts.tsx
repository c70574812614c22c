import { Card, DescriptionList } from "@shopify/polaris";
import { useFrame } from "~/ui/frame";

/** What the shop itself says, for looking up. */
export function ShopFacts() {
  const { shop } = useFrame();
  return (
    <Card>
      <DescriptionList
        items={[
          { term: "Name", description: shop.name },
          { term: "Domain", description: shop.domain },
          { term: "Time zone", description: shop.timeZone },
          { term: "Currency", description: shop.currency },
        ]}
      />
    </Card>
  );
}

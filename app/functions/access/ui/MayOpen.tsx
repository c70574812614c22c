import { Text } from "@shopify/polaris";
import { Tags } from "~/ui/Tags";
import { menuNameOf } from "../../registry";

/** The functions that somebody may open, by their names in the menu. */
export function MayOpen({ isOwner, flags }: { isOwner: boolean; flags: readonly string[] }) {
  if (isOwner) return <>Everything</>;
  if (flags.length === 0) {
    return (
      <Text as="span" tone="subdued">
        Nothing yet
      </Text>
    );
  }
  return <Tags tags={flags.map(menuNameOf)} />;
}

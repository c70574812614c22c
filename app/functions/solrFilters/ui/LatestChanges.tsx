import { BlockStack, List, Text } from "@shopify/polaris";
import { useForm } from "~/ui/form/form-context";

/** What someone else has changed since a dialog was opened, each as a name and what it is now. Nothing while nothing was changed. */
export function LatestChanges({ changes }: { changes: readonly string[] }) {
  const { isOutdated } = useForm();
  if (!isOutdated || changes.length === 0) return null;
  return (
    <BlockStack gap="100">
      <Text as="p">Changed since you opened this:</Text>
      <List>
        {changes.map((change) => (
          <List.Item key={change}>{change}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}

import { BlockStack, List, Text } from "@shopify/polaris";
import { useForm } from "./form-context";

interface StoredListProps {
  /** As they are stored now. */
  items: readonly { id: string; text: string }[];
}

/** In a form that edits a list: the list that someone else has saved since the form was opened. Nothing until then. */
export function StoredList({ items }: StoredListProps) {
  const { isOutdated } = useForm();
  if (!isOutdated) return null;
  return (
    <BlockStack gap="100">
      <Text as="p">{items.length > 0 ? "The list is now:" : "The list is now empty."}</Text>
      <List type="number">
        {items.map(({ id, text }) => (
          <List.Item key={id}>{text}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}

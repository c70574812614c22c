import { Badge, BlockStack, Checkbox, InlineStack, RadioButton, Text } from "@shopify/polaris";
import { formatCount } from "~/ui/numbers";
import type { FilterPreview as Preview } from "../preview.server";

/** Of each filter. Themes scroll, or show the others on request. */
const SHOWN_OPTIONS = 6;

/** The filters of a collection as shoppers would see them, with counts from the live index. */
export function FilterPreview({ preview: { total, problem, isUnpublished, filters } }: { preview: Preview }) {
  return (
    <BlockStack gap="300">
      <BlockStack gap="100">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingSm">
            As shoppers see it
          </Text>
          {isUnpublished && <Badge tone="attention">Not published</Badge>}
        </InlineStack>
        {total !== null && (
          <Text as="p" tone="subdued">
            {total === 1 ? "1 product in the live index" : `${formatCount(total)} products in the live index`}
          </Text>
        )}
        {problem && (
          <Text as="p" tone="critical">
            {problem}
          </Text>
        )}
        {filters.length === 0 && (
          <Text as="p" tone="subdued">
            No filter is included and shown.
          </Text>
        )}
      </BlockStack>
      {filters.map((filter) => (
        <PreviewedFilter key={filter.name} filter={filter} isRead={problem === null} />
      ))}
    </BlockStack>
  );
}

interface PreviewedFilterProps {
  filter: Preview["filters"][number];
  /** Whether the index could be read. */
  isRead: boolean;
}

function PreviewedFilter({ filter, isRead }: PreviewedFilterProps) {
  const { caption, control, options, counts } = filter;
  const more = options.length - SHOWN_OPTIONS;
  return (
    <BlockStack gap="050">
      <Text as="h3" variant="headingXs">
        {caption}
      </Text>
      {control === "Range" ? (
        <Text as="p" tone="subdued">
          From … to …
        </Text>
      ) : (
        options.slice(0, SHOWN_OPTIONS).map(({ value, caption: text, count }) => {
          const label = counts ? `${text} (${formatCount(count)})` : text;
          return control === "Radio" ? (
            <RadioButton key={value} label={label} checked={false} disabled />
          ) : control === "Checkbox" ? (
            <Checkbox key={value} label={label} checked={false} disabled />
          ) : (
            <Text key={value} as="p">
              {label}
            </Text>
          );
        })
      )}
      {more > 0 && <Text as="p" tone="subdued">{`and ${formatCount(more)} more options`}</Text>}
      {control !== "Range" && options.length === 0 && isRead && (
        <Text as="p" tone="subdued">
          No product has a value.
        </Text>
      )}
    </BlockStack>
  );
}

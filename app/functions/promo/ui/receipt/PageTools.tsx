import { Button, ButtonGroup, InlineStack, Text } from "@shopify/polaris";
import type { ShownPages } from "./draw-pdf";

/** Which pages of a PDF are shown, and the way to the others. Nothing for one page that is shown completely. */
export function PageTools({ shown, onFirst }: { shown: ShownPages; onFirst(first: number): void }) {
  const { first, last, total, gaps } = shown;
  return (
    <>
      {total > 1 && (
        <InlineStack gap="200" blockAlign="center">
          <Text as="span">
            {first === last
              ? `Page ${first} of ${total} is shown`
              : `Pages ${first} to ${last} of ${total} are shown`}
          </Text>
          {(first > 1 || last < total) && (
            <ButtonGroup>
              <Button size="slim" disabled={first === 1} onClick={() => onFirst(1)}>
                First pages
              </Button>
              <Button size="slim" disabled={last === total} onClick={() => onFirst(last + 1)}>
                Next pages
              </Button>
            </ButtonGroup>
          )}
        </InlineStack>
      )}
      {gaps.map((gap) => (
        <Text key={gap} as="p" tone="caution">
          {gap}
        </Text>
      ))}
    </>
  );
}

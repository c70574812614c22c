import { Banner, type BannerHandles, BlockStack, Button, ButtonGroup, List, Text } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import { Moment } from "~/ui/Moment";
import type { ConflictingChange, DisplayNamesGrid } from "./useDisplayNames";

/** The maximum number of listed changes. */
const MAX_LISTED = 10;

interface ConflictBannerProps extends NonNullable<DisplayNamesGrid["conflict"]> {
  /** How many display names this person changed. */
  ownCount: number;
  onDiscard(): void;
}

/** Someone else saved the list since the page was opened: who and what, and what can be done with this person's changes. */
export function ConflictBanner({ lastSave, changes, ownCount, applyOnTop, onDiscard }: ConflictBannerProps) {
  const banner = useRef<BannerHandles>(null);
  useEffect(() => banner.current?.focus(), []);
  const own =
    ownCount === 1
      ? "Your change isn't saved yet. It is still in the grid."
      : `Your ${ownCount} changes aren't saved yet. They are still in the grid.`;
  return (
    <Banner ref={banner} tone="warning" title="The list was changed since you opened this page">
      <BlockStack gap="300">
        <Text as="p">
          {lastSave ? (
            <>
              {lastSave.by.name} saved it last, on <Moment at={lastSave.at} time />.
            </>
          ) : (
            "It was changed outside Backroom."
          )}{" "}
          {own}
        </Text>
        <List>
          {changes.slice(0, MAX_LISTED).map((change) => (
            <List.Item key={change.key}>
              <strong>{change.key}</strong>: {describe(change)}
            </List.Item>
          ))}
          {changes.length > MAX_LISTED && (
            <List.Item>{`${changes.length - MAX_LISTED} more display names`}</List.Item>
          )}
        </List>
        <ButtonGroup>
          <Button onClick={applyOnTop}>Apply my changes on top</Button>
          <Button variant="tertiary" onClick={onDiscard}>
            Discard my changes and reload
          </Button>
        </ButtonGroup>
      </BlockStack>
    </Banner>
  );
}

const shown = (value: string) => (value.trim() ? `“${value.trim()}”` : "(empty)");

function describe({ before, after, own }: ConflictingChange): string {
  const entered = own === undefined ? "" : ` You entered ${shown(own)}.`;
  return `${shown(before)} is now ${shown(after)}.${entered}`;
}

import { List, Text } from "@shopify/polaris";
import { ConflictBanner } from "~/ui/form/ConflictBanner";
import { Moment } from "~/ui/Moment";
import type { ConflictingChange, DisplayNamesGrid } from "./useDisplayNames";

/** The maximum number of listed changes. */
const MAX_LISTED = 10;

interface ListConflictProps extends NonNullable<DisplayNamesGrid["conflict"]> {
  /** How many display names this person changed. */
  ownCount: number;
  onDiscard(): void;
}

/** Someone else saved the list since the page was opened: who and what, and what can be done with this person's changes. */
export function ListConflict({ lastSave, changes, ownCount, applyOnTop, onDiscard }: ListConflictProps) {
  const own =
    ownCount === 1
      ? "Your change isn't saved yet. It is still in the grid."
      : `Your ${ownCount} changes aren't saved yet. They are still in the grid.`;
  return (
    <ConflictBanner
      title="The list was changed since you opened this page"
      onApply={applyOnTop}
      discard={{ label: "Discard my changes and reload", onAction: onDiscard }}
    >
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
    </ConflictBanner>
  );
}

const shown = (value: string) => (value.trim() ? `“${value.trim()}”` : "(empty)");

function describe({ before, after, own }: ConflictingChange): string {
  const entered = own === undefined ? "" : ` You entered ${shown(own)}.`;
  return `${shown(before)} is now ${shown(after)}.${entered}`;
}

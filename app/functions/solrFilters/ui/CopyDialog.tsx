import { Checkbox, FormLayout } from "@shopify/polaris";
import { useState } from "react";
import { FormDialog } from "~/ui/form/FormDialog";
import { useForm } from "~/ui/form/form-context";
import { PlainTable } from "~/ui/list/PlainTable";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { filtersCall } from "../function";
import type { CollectionFilter, CollectionItem } from "../schemas";
import { MAX_COPY_TARGETS, settingsOf } from "../settings";

const COLUMNS = [
  { key: "copy", title: "Copy" },
  { key: "title", title: "Collection", narrow: "title" },
] as const;

interface CopyDialogProps {
  /** The filters of the collection that is copied from. */
  filters: readonly CollectionFilter[];
  /** All collections. */
  collections: readonly CollectionItem[];
  /** The number of the collection that is copied from. */
  from: string;
  /** How many collections can be selected. */
  max?: number;
  onClose(): void;
}

/** Copies the included filters of a collection to others. Render it while it is open. */
export default function CopyDialog({
  filters,
  collections,
  from,
  max = MAX_COPY_TARGETS,
  onClose,
}: CopyDialogProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const others = collections.filter(({ id }) => !id.endsWith(`/${from}`));
  const copied = filters
    .filter(({ included }) => included)
    .map((filter) => ({ ...settingsOf(filter), name: filter.name, included: true, collection: from }));
  return (
    <FormDialog
      title="Copy configuration to Collections"
      submitLabel="Update Configurations"
      incomplete={selected.size === 0 || selected.size > max}
      call={filtersCall("solrFilters.copy", {
        filters: copied,
        collections: others.filter(({ id }) => selected.has(id)),
      })}
      onClose={onClose}
    >
      <CollectionChoices
        collections={others}
        selected={selected}
        max={max}
        helpText={helpText(copied.length)}
        onSelect={setSelected}
      />
    </FormDialog>
  );
}

interface CollectionChoicesProps {
  collections: readonly CollectionItem[];
  selected: ReadonlySet<string>;
  max: number;
  helpText: string;
  onSelect(ids: ReadonlySet<string>): void;
}

function CollectionChoices({ collections, selected, max, helpText, onSelect }: CollectionChoicesProps) {
  const { busy } = useForm();
  const select = (ids: readonly string[]) => !busy && onSelect(new Set(ids));
  const selectable = collections.slice(0, max);
  const most = max.toLocaleString("en-US");
  const selectAll = selectable.length < collections.length ? `Select the first ${most}` : "Select all";
  const isAllSelected = selected.size > 0 && selected.size >= selectable.length;
  return (
    <FormLayout>
      <Checkbox
        label={selected.size > 0 ? `${selected.size} selected` : selectAll}
        helpText={helpText}
        error={selected.size > max && `Select at most ${most} collections at a time.`}
        checked={isAllSelected ? true : selected.size > 0 ? "indeterminate" : false}
        onChange={(all) => select(all ? selectable.map(({ id }) => id) : [])}
      />
      <PlainTable
        caption="collections"
        columns={COLUMNS}
        density="compact"
        rows={collections}
        cells={{
          copy: ({ id, title }) => (
            <Checkbox
              label={`Copy to ${title}`}
              labelHidden
              checked={selected.has(id)}
              onChange={(isSelected) =>
                select(isSelected ? [...selected, id] : [...selected].filter((one) => one !== id))
              }
            />
          ),
          title: ({ title }) => title,
        }}
      />
      {collections.length === 0 && <EmptyOverlay>The store has no other collection.</EmptyOverlay>}
    </FormLayout>
  );
}

const helpText = (count: number): string =>
  `${count === 1 ? "The included filter is" : `The ${count} included filters are`} copied with the settings that you see, which replace those in the selected collections. The history of each collection has what was replaced. Other filters, and the settings of options, stay as they are.`;

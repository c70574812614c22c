import { Badge, Banner, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { FormDialog } from "~/ui/form/FormDialog";
import { useForm } from "~/ui/form/form-context";
import { CellInput } from "~/ui/list/CellInput";
import { PlainTable } from "~/ui/list/PlainTable";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { SkeletonLines } from "~/ui/Skeletons";
import { useLoad } from "~/ui/useLoad";
import { filtersCall } from "../function";
import {
  captionOf,
  type FilterOption,
  isSameOption,
  MAX_LISTED_OPTIONS,
  mayHaveMore,
  type OptionSettings,
} from "../merge-options";
import type { OptionsAnswer } from "../page-data.server";
import type { CollectionFilter } from "../schemas";
import { MAX_CAPTION_LENGTH } from "../settings";
import { LatestChanges } from "./LatestChanges";
import styles from "./OptionsDialog.module.css";
import { OrderInput } from "./OrderInput";

const COLUMNS = [
  { key: "show", title: "Show" },
  { key: "order", title: "Order" },
  { key: "name", title: "Name", narrow: "title" },
  { key: "overwrite", title: "Overwrite" },
] as const;

/** The options of a filter in a collection. Render it while it is open. */
export default function OptionsDialog({ filter, onClose }: { filter: CollectionFilter; onClose(): void }) {
  const { name, collection } = filter;
  const { data, load } = useLoad<OptionsAnswer>();
  /** The first answer. */
  const [opened, setOpened] = useState<OptionsAnswer>();
  useEffect(
    () => load(`/solrFilters/options?${new URLSearchParams({ collection, filter: name })}`),
    [load, collection, name],
  );
  useEffect(() => setOpened((before) => before ?? data), [data]);
  const [edits, setEdits] = useState<ReadonlyMap<string, OptionSettings>>(new Map());
  const options = data?.options ?? [];
  const stored = new Map(options.map((option) => [option.name, option]));
  const changed = [...edits].flatMap(([option, settings]) => {
    const before = stored.get(option);
    return before && !isSameOption(before, settings) ? { name: option, ...settings } : [];
  });
  return (
    <FormDialog
      title="Update Options"
      size="large"
      submitLabel="Save Changes"
      incomplete={changed.length === 0}
      call={filtersCall("solrFilters.updateOptions", {
        id: collection,
        collection,
        filter: name,
        version: data?.version,
        options: changed,
      })}
      onClose={onClose}
    >
      {!data && <SkeletonLines lines={4} />}
      {data?.problem && <Banner tone="critical">{data.problem}</Banner>}
      {data && !data.problem && options.length === 0 && (
        <EmptyOverlay>No active product of this collection has a value for {name}.</EmptyOverlay>
      )}
      {mayHaveMore(options) && (
        <Text as="p" tone="subdued">
          {`The ${MAX_LISTED_OPTIONS.toLocaleString("en-US")} options that the most products have, and those with settings. Others are shown to shoppers as they are.`}
        </Text>
      )}
      <LatestChanges changes={changesBetween(filter, opened?.options ?? [], options)} />
      {options.length > 0 && (
        <OptionsTable
          filter={filter}
          stored={stored}
          edits={edits}
          onEdit={(option, settings) => setEdits((before) => new Map(before).set(option, settings))}
        />
      )}
    </FormDialog>
  );
}

/** The options that someone else has changed, as the names of the options and what they are now. */
function changesBetween(
  filter: CollectionFilter,
  opened: readonly FilterOption[],
  latest: readonly FilterOption[],
): string[] {
  const before = new Map(opened.map((option) => [option.name, option]));
  return latest.flatMap((option) => {
    const { name, show, order, overwrite } = option;
    const earlier = before.get(name);
    if (!earlier || isSameOption(earlier, option)) return [];
    return [
      `${captionOf(filter, name)}: ${show ? "shown" : "not shown"}, order ${order}, overwrite ${overwrite || "empty"}`,
    ];
  });
}

interface OptionsTableProps {
  filter: CollectionFilter;
  /** All options by their names. */
  stored: ReadonlyMap<string, FilterOption>;
  edits: ReadonlyMap<string, OptionSettings>;
  onEdit(option: string, settings: OptionSettings): void;
}

function OptionsTable({ filter, stored, edits, onEdit }: OptionsTableProps) {
  const { busy } = useForm();
  const edit = ({ name, order, overwrite, show }: FilterOption, settings: Partial<OptionSettings>) =>
    !busy && onEdit(name, { order, overwrite, show, ...settings });
  return (
    <PlainTable
      caption={`options of ${filter.name}`}
      columns={COLUMNS}
      density="compact"
      rows={[...stored.values()].map((option) => ({
        ...option,
        ...edits.get(option.name),
        id: option.name,
        caption: captionOf(filter, option.name),
      }))}
      cells={{
        show: (option) => (
          <input
            type="checkbox"
            className={styles.tick}
            aria-label={`Show ${option.caption}`}
            checked={option.show}
            onChange={(event) => edit(option, { show: event.target.checked })}
          />
        ),
        order: (option) => (
          <OrderInput
            label={`Order of ${option.caption}`}
            order={option.order}
            isChanged={stored.get(option.name)?.order !== option.order}
            readOnly={busy}
            onOrder={(order) => edit(option, { order })}
          />
        ),
        name: (option) => (
          <InlineStack gap="200" blockAlign="center">
            <span>{option.caption}</span>
            {option.products === 0 && <Badge tone="attention">No product</Badge>}
          </InlineStack>
        ),
        overwrite: (option) => (
          <CellInput
            aria-label={`Overwrite of ${option.caption}`}
            maxLength={MAX_CAPTION_LENGTH}
            value={option.overwrite}
            isChanged={stored.get(option.name)?.overwrite !== option.overwrite}
            readOnly={busy}
            onChange={({ target }) => edit(option, { overwrite: target.value })}
          />
        ),
      }}
    />
  );
}

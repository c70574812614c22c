import { useNavigation } from "@remix-run/react";
import { useMemo, useState } from "react";
import { addDefinitions, MetafieldName } from "~/domain/products/ui/MetafieldName";
import { useFrame } from "~/ui/frame";
import { isComposing } from "~/ui/is-composing";
import { CellInput } from "~/ui/list/CellInput";
import { EmptyOverlay, LoadingOverlay } from "~/ui/list/RowOverlay";
import { RowTable } from "~/ui/list/RowTable";
import { SearchBox } from "~/ui/list/SearchBox";
import type { Cells } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { useSavedCheckbox } from "~/ui/useSavedCheckbox";
import {
  activated,
  loaded,
  MAX_DELIMITER_LENGTH,
  type MonitoredField,
  NO_FIELDS,
  salsifyFieldsList,
} from "../fields";
import { salsifyCall } from "../function";
import styles from "./FieldsGrid.module.css";

type Row = MonitoredField & { id: string };

interface FieldsGridProps {
  /** In ascending order. */
  fields: readonly MonitoredField[];
  /** "field asc" or "field desc". */
  sort: string;
}

/** The grid of metafields. What is edited in it is saved immediately. */
export function FieldsGrid({ fields, sort }: FieldsGridProps) {
  const [search, setSearch] = useState("");
  const rows = useMemo(() => rowsOf(fields, search, sort), [fields, search, sort]);
  const { domain } = useFrame().shop;
  const isLoading = useNavigation().state === "loading";
  const active = fields.filter((field) => field.active).length;
  const { hint, maxLength, afterMs } = salsifyFieldsList.search;
  return (
    <div className={styles.grid}>
      <div className={styles.toolbar}>
        <SearchBox
          id="metafields-search"
          value={search}
          hint={hint}
          maxLength={maxLength}
          afterMs={afterMs}
          onSearch={setSearch}
        />
      </div>
      <div className={styles.rows}>
        <section className={styles.panel} aria-label="Metafields" aria-busy={isLoading}>
          <RowTable
            list={salsifyFieldsList}
            state={{ search: "", sort }}
            search={usePendingSearch()}
            caption="metafields"
            rows={rows}
            rowLabel={({ field }) => field}
            cells={CELLS}
          />
          {rows.length === 0 && (
            <EmptyOverlay
              action={
                fields.length === 0
                  ? addDefinitions(domain)
                  : { content: "Clear the search", onAction: () => setSearch("") }
              }
            >
              {fields.length === 0 ? NO_DEFINITIONS : noMatch(search)}
            </EmptyOverlay>
          )}
        </section>
        {isLoading && <LoadingOverlay />}
      </div>
      <div className={styles.footer} role="status">
        {search && `${formatCount(rows.length)} found. `}
        {fields.length > 0 && `${loaded(fields.length)} ${activated(active)}`}
      </div>
    </div>
  );
}

function rowsOf(fields: readonly MonitoredField[], search: string, sort: string): Row[] {
  const part = search.trim().toLowerCase();
  const rows = fields
    .filter(({ field, name }) => [field, name ?? ""].some((text) => text.toLowerCase().includes(part)))
    .map((field) => ({ ...field, id: field.field }));
  return sort === "field desc" ? rows.reverse() : rows;
}

const CELLS = {
  active: (row) => <ActiveCheckbox {...row} />,
  field: ({ field, name }) => <MetafieldName metafield={field} name={name} />,
  delimiter: (row) => <DelimiterInput {...row} />,
} satisfies Cells<Row>;

const NO_DEFINITIONS = `${NO_FIELDS} Add product metafield definitions in Shopify, under Settings > Metafields and metaobjects > Products.`;

const noMatch = (search: string) =>
  `No metafield contains “${search}”. Clear the search to see all metafields.`;

/** Whether a metafield is monitored. A click is saved immediately. When that fails, the box is as before. */
function ActiveCheckbox({ field, active }: MonitoredField) {
  const { checked, isBusy, choose } = useSavedCheckbox({
    stored: active,
    callOf: (on) => salsifyCall("salsify.updateField", { field, active: on }),
  });
  return (
    <input
      type="checkbox"
      className={styles.checkbox}
      aria-label={`Monitor ${field}`}
      aria-busy={isBusy}
      checked={checked}
      onChange={({ target }) => choose(target.checked)}
    />
  );
}

/** A metafield's delimiter. It is saved with Enter and when the cell is left. Escape restores it, and so does a failure. */
function DelimiterInput({ field, delimiter: stored }: MonitoredField) {
  const saving = useCall();
  const [draft, setDraft] = useState<string | null>(null);
  const [submitted, setSubmitted] = useState(stored);
  const shown = saving.isBusy ? submitted : (draft ?? stored);
  useHoldRefresh(draft !== null && draft !== stored);

  const save = () => {
    setDraft(null);
    if (draft === null || draft === stored || saving.isBusy) return;
    setSubmitted(draft);
    saving.run(salsifyCall("salsify.updateField", { field, delimiter: draft }));
  };
  return (
    <CellInput
      isChanged={shown !== stored}
      aria-label={`Delimiter of ${field}`}
      maxLength={MAX_DELIMITER_LENGTH}
      value={shown}
      readOnly={saving.isBusy}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Escape") setDraft(null);
        if (event.key === "Enter" && !isComposing(event)) save();
      }}
    />
  );
}

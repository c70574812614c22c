import { BlockStack, Button, InlineStack, Text, TextField } from "@shopify/polaris";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "~/ui/lazy-part";
import { formatCount } from "~/ui/numbers";
import { useCall } from "~/ui/useCall";
import { useInertUntilHydrated } from "~/ui/useHydrated";
import { FORMAT_LABELS } from "../column-format";
import type { ImportForm } from "../import-form";
import { importCall } from "../pages";
import type { Import, ImportRow } from "../schemas";
import { useCorrections } from "./corrections";

const EditRowDialog = lazyPart(() => import("./EditRowDialog"));

/** What is written of a row, or why it is left out, with the cells to correct. */
export function RowDetails({ row, run, form }: { row: ImportRow; run: Import; form: ImportForm }) {
  const shown = (field: string, value: string) => shownValue(form, field, value);
  const isLeftOut = row.verdict === "refused";
  const [isEditing, setEditing] = useState(false);
  return (
    <BlockStack gap="200">
      {row.problems.map((problem) =>
        isLeftOut && problem.column !== null ? (
          <FixCell
            key={`${problem.field} ${problem.sentence}`}
            id={run.id}
            number={row.number}
            column={problem.column}
            heading={run.columns[problem.column] || `Column ${problem.column + 1}`}
            value={row.cells[problem.column] ?? ""}
            problem={problem.sentence}
            formats={problem.formats}
          />
        ) : (
          <Text as="p" key={`${problem.field} ${problem.sentence}`} tone={isLeftOut ? "critical" : "subdued"}>
            {problem.sentence}
          </Text>
        ),
      )}
      <InlineStack gap="300">
        {!isLeftOut &&
          requestedCells(row, run, form).map(({ name, label, text }) => (
            <Text as="p" key={name} breakWord>
              <Text as="span" tone="subdued">
                {label}:{" "}
              </Text>
              {text}
            </Text>
          ))}
        {row.changes.map(({ field, label, before, after }) => (
          <Text as="p" key={field} breakWord>
            <Text as="span" tone="subdued">
              {label}:{" "}
            </Text>
            {before && (
              <>
                <del>{shown(field, before)}</del>
                {" → "}
              </>
            )}
            {after ? <ins style={{ textDecoration: "none" }}>{shown(field, after)}</ins> : <em>cleared</em>}
          </Text>
        ))}
      </InlineStack>
      <InlineStack>
        <Button
          variant="plain"
          accessibilityLabel={`Edit row ${row.number}`}
          onClick={() => setEditing(true)}
        >
          Edit
        </Button>
      </InlineStack>
      {isEditing && (
        <Suspense>
          <EditRowDialog row={row} run={run} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </BlockStack>
  );
}

/** What a row asks for, by the cells that say so. */
const requestedCells = (row: ImportRow, { mapping }: Import, { adds, fields }: ImportForm) =>
  (adds?.shown ?? []).flatMap((name) => {
    const text = row.cells[mapping?.indexOf(name) ?? -1]?.trim();
    const label = fields.find((field) => field.name === name)?.label ?? name;
    return text ? [{ name, label, text }] : [];
  });

const KEPT_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A value as the console shows it elsewhere: days as MM/DD/YYYY, consents as Yes or No. */
function shownValue(form: ImportForm, field: string, value: string): string {
  const { kind: fieldKind } = form.fields.find(({ name }) => name === field) ?? {};
  if (fieldKind === "date") return value.replace(KEPT_DAY, "$2/$3/$1");
  if (fieldKind === "consent") return value === "1" ? "Yes" : value === "0" ? "No" : value;
  return value;
}

interface FixCellProps {
  /** The import's. */
  id: string;
  /** The row's number in the sheet. */
  number: number;
  /** Counted from 0. */
  column: number;
  heading: string;
  value: string;
  problem: string;
  /** Other ways to read the column, with how many cells each is about. */
  formats: ImportRow["problems"][number]["formats"];
}

/** An invalid cell that can be corrected in the preview. The file stays unchanged. */
function FixCell({ id, number, column, heading, value, problem, formats }: FixCellProps) {
  const change = useCall();
  const corrections = useCorrections();
  const text = corrections.draftOf(number, column) ?? value;
  const isBusy = change.isBusy || corrections.isBusy;
  const inert = useInertUntilHydrated();
  const place = useFocusForRow();
  return (
    <BlockStack gap="200">
      <form
        {...inert}
        {...place}
        onSubmit={(event) => {
          event.preventDefault();
          corrections.save(number);
        }}
      >
        <TextField
          label={`${heading}, row ${number}`}
          name="value"
          autoComplete="off"
          value={text}
          onChange={(typed) => corrections.type({ number, column, value: typed }, value)}
          error={problem}
          readOnly={isBusy}
          connectedRight={
            <Button
              submit
              loading={isBusy}
              disabled={text === value}
              accessibilityLabel={`Save ${heading} of row ${number}`}
            >
              Save
            </Button>
          }
        />
      </form>
      {formats.map(({ format, cells }) => (
        <InlineStack key={format}>
          <Button
            variant="plain"
            disabled={isBusy}
            accessibilityLabel={`${FORMAT_LABELS[format]}: apply to all ${formatCount(cells)} cells of ${heading}`}
            onClick={() => change.run(importCall("imports.format", { id, column, format }))}
          >
            {`${FORMAT_LABELS[format]}: apply to all ${formatCount(cells)} cells`}
          </Button>
        </InlineStack>
      ))}
    </BlockStack>
  );
}

/** A cell that was corrected goes away, and its field with it: who was in it goes on at its row. */
function useFocusForRow() {
  const ref = useRef<HTMLFormElement>(null);
  const isIn = useRef(false);
  useEffect(() => {
    const row = ref.current?.closest("tr");
    return () => {
      if (isIn.current && row?.isConnected) row.focus();
    };
  }, []);
  const onFocus = () => {
    isIn.current = true;
  };
  const onBlur = () => {
    isIn.current = false;
  };
  return { ref, onFocus, onBlur };
}

import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { lazyPart } from "~/ui/lazy-part";
import type { ImportKind } from "../import-kind";
import type { ImportRow, ImportRun } from "../schemas";
import { FixCell } from "./FixCell";

const EditRowDialog = lazyPart(() => import("./EditRowDialog"));

/** What is written of a row, or why it is left out, with the cells to correct. */
export function RowDetails({ row, run, kind }: { row: ImportRow; run: ImportRun; kind: ImportKind }) {
  const shown = (field: string, value: string) => shownValue(kind, field, value);
  const isLeftOut = row.verdict === "refused";
  const [isEditing, setEditing] = useState(false);
  return (
    <BlockStack gap="200">
      {row.problems.map((problem) =>
        isLeftOut && problem.column !== null ? (
          <FixCell
            key={`${problem.field} ${problem.sentence}`}
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
          requestedCells(row, run, kind).map(({ name, label, text }) => (
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
const requestedCells = (
  row: ImportRow,
  { mapping }: ImportRun,
  { requestedFields = [], fields }: ImportKind,
) =>
  requestedFields.flatMap((name) => {
    const text = row.cells[mapping?.indexOf(name) ?? -1]?.trim();
    const label = fields.find((field) => field.name === name)?.label ?? name;
    return text ? [{ name, label, text }] : [];
  });

const KEPT_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A value as the console shows it elsewhere: days as MM/DD/YYYY, consents as Yes or No. */
function shownValue(kind: ImportKind, field: string, value: string): string {
  const { kind: fieldKind } = kind.fields.find(({ name }) => name === field) ?? {};
  if (fieldKind === "date") return value.replace(KEPT_DAY, "$2/$3/$1");
  if (fieldKind === "consent") return value === "1" ? "Yes" : value === "0" ? "No" : value;
  return value;
}

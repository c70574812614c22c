import {
  Banner,
  BlockStack,
  Button,
  Card,
  ChoiceList,
  InlineError,
  InlineStack,
  ProgressBar,
  Select,
  Text,
} from "@shopify/polaris";
import { useState } from "react";
import type { SheetColumn } from "~/platform/sheets/reading/collect";
import { pluralize } from "~/platform/text/pluralize";
import { useSaveBar } from "~/ui/form/SaveBarProvider";
import type { HeldSheet } from "~/ui/import/held-sheet";
import { Moment } from "~/ui/Moment";
import { formatCount, wholePercent } from "~/ui/numbers";
import { type ColumnFormat, type ColumnFormats, FORMAT_LABELS, formatsOf } from "../column-format";
import type { ImportField, ImportForm } from "../import-form";
import { type Mapping, mappingProblem, suggestMapping } from "../matching";
import type { OpenedImport } from "../pages";
import type { Import } from "../schemas";
import styles from "./ColumnChoices.module.css";
import { FileReading, useReading } from "./FileReading";
import { type CheckState, useCheck } from "./useCheck";

interface MatchColumnsProps {
  form: ImportForm;
  run: Import;
  held: HeldSheet<OpenedImport>;
  /** All rows have been sent and checked. */
  onChecked(): void;
}

const BLANK_NEEDED = "Choose what a blank cell means.";

/**
 * Matches the columns to fields and sets the meaning of blank cells. Then the rows are sent and checked. The check stores the choices, so
 * the save bar asks for it.
 */
export function MatchColumns({ form, run, held: first, onChecked }: MatchColumnsProps) {
  const [held, setHeld] = useState(first);
  const { opened, sheet } = held;
  const headings = sheet.columns.map(({ heading }) => heading);
  const [atFirst] = useState(() => ({
    headings: JSON.stringify(headings),
    mapping: run.mapping ?? opened.suggested,
    formats: run.formats.length > 0 ? run.formats : opened.suggestedFormats,
    blanks: form.adds ? "keep" : (run.blanks ?? opened.suggestedBlanks),
  }));
  // Another reading of the file may have other columns.
  const [proposal, setProposal] = useState<{ mapping: Mapping; formats: ColumnFormats }>(atFirst);
  const [mapping, setMapping] = useState<Mapping>(atFirst.mapping);
  const [formats, setFormats] = useState<ColumnFormats>(atFirst.formats);
  const [blanks, setBlanks] = useState(atFirst.blanks);
  const [wasAsked, setAsked] = useState(false);
  const match = (matched: { mapping: Mapping; formats: ColumnFormats }) => {
    setProposal(matched);
    setMapping(matched.mapping);
    setFormats(matched.formats);
  };
  const problem = mappingProblem(form.fields, headings, mapping);
  const check = useCheck(run.id, held, onChecked);
  const reading = useReading(run.id, held, (now) => {
    setHeld(now);
    const after = now.sheet.columns.map(({ heading }) => heading);
    if (JSON.stringify(after) === JSON.stringify(headings)) return;
    const isAsAtFirst = JSON.stringify(after) === atFirst.headings;
    match(isAsAtFirst ? atFirst : { mapping: suggestMapping(form.fields, after), formats: [] });
  });

  const onCheck = () => {
    setAsked(true);
    if (reading.problem || reading.isReading || check.isBusy) return;
    if (!problem && blanks)
      check.start({
        mapping: [...mapping],
        blanks,
        formats: [...formats],
        file: { columns: headings, rowCount: sheet.rows },
      });
  };
  const changes =
    reading.changes +
    countDifferent(mapping, proposal.mapping) +
    countDifferent(formats, proposal.formats) +
    (blanks === atFirst.blanks ? 0 : 1);
  // Leaving ends the check, which may have been sending rows for minutes.
  const isSending = check.isBusy && sheet.slices > 1;
  useSaveBar(changes > 0 || isSending, {
    busy: check.isBusy,
    asksWhileBusy: true,
    count: changes,
    save: onCheck,
    discard() {
      if (check.isBusy) return;
      match(proposal);
      setBlanks(atFirst.blanks);
      reading.reset();
    },
  });
  return (
    <BlockStack gap="400">
      {opened.sameFile && (
        <Banner tone="warning" title="The same file was imported before">
          <p>
            This very file was imported on <Moment at={opened.sameFile.at} time /> by {opened.sameFile.by}.{" "}
            {form.adds
              ? "Importing it again adds its rows again, except those that the check refuses."
              : "Rows whose values are already in the store change nothing."}
          </p>
        </Banner>
      )}
      <Card>
        <FileReading sheet={sheet} reading={reading} disabled={check.isBusy} />
      </Card>
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            What the columns hold
          </Text>
          <Text as="p" tone="subdued">
            {opened.remembered
              ? "Matched as the last time."
              : "Matched by their headings. Correct what is wrong."}
          </Text>
          <ColumnChoices
            columns={sheet.columns}
            fields={form.fields}
            mapping={mapping}
            disabled={check.isBusy}
            onChange={setMapping}
            formats={formats}
            onFormatsChange={setFormats}
          />
          {problem && <InlineError fieldID="mapping" message={problem} />}
        </BlockStack>
      </Card>
      {!form.adds && (
        <Card>
          <ChoiceList
            title="A blank cell"
            disabled={check.isBusy}
            choices={[
              {
                value: "keep",
                label: "Leaves the field as it is",
                helpText: "Only values in the file are written.",
              },
              {
                value: "clear",
                label: "Clears the field",
                helpText: `Also for existing ${form.noun.many}.`,
              },
            ]}
            selected={blanks ? [blanks] : []}
            error={wasAsked && !blanks ? BLANK_NEEDED : undefined}
            onChange={([choice]) => setBlanks(choice === "clear" ? "clear" : "keep")}
          />
        </Card>
      )}
      <Card>
        <BlockStack gap="300">
          {check.isBusy && <Progress check={check} rows={sheet.rows} />}
          {check.problem && <InlineError fieldID="check" message={check.problem} />}
          <InlineStack align="end">
            <Button
              variant="primary"
              loading={check.isBusy}
              disabled={Boolean(problem ?? reading.problem) || reading.isReading}
              onClick={onCheck}
            >
              {`Check ${pluralize(sheet.rows, "row")}`}
            </Button>
          </InlineStack>
        </BlockStack>
      </Card>
    </BlockStack>
  );
}

/** How many values of two lists differ. A missing one is the same as null. */
function countDifferent(values: readonly (string | null)[], others: readonly (string | null)[]): number {
  const length = Math.max(values.length, others.length);
  return Array.from({ length }).filter((_, at) => (values[at] ?? null) !== (others[at] ?? null)).length;
}

function Progress({ check, rows }: { check: CheckState; rows: number }) {
  const { upload } = check;
  const text =
    upload.state === "sent"
      ? "All rows were sent. They are being compared with the store."
      : `${formatCount(upload.rows)} of ${formatCount(rows)} rows sent and checked.`;
  return (
    <BlockStack gap="200">
      <ProgressBar size="small" progress={wholePercent(upload.rows / rows)} ariaLabelledBy="sending" />
      <div aria-live="polite">
        <Text as="p" id="sending">
          {upload.isWaiting
            ? `${text} The server isn't responding. The upload continues automatically.`
            : text}
        </Text>
      </div>
    </BlockStack>
  );
}

interface ColumnChoicesProps {
  columns: readonly SheetColumn[];
  fields: readonly ImportField[];
  mapping: Mapping;
  disabled: boolean;
  onChange(mapping: Mapping): void;
  /** How the columns' dates and numbers are written. */
  formats: ColumnFormats;
  onFormatsChange(formats: ColumnFormats): void;
}

const IGNORED = "";

const AS_USUAL = "";

/** A choice of the field for each column of the file. Columns without a field are shown as left out. */
function ColumnChoices({ columns, fields, mapping, disabled, onChange, ...rest }: ColumnChoicesProps) {
  const { formats, onFormatsChange } = rest;
  const options = [
    { label: "Leave this column out", value: IGNORED },
    ...fields.map(({ name, label, isRequired }) => ({
      label: isRequired ? `${label} (needed)` : label,
      value: name,
    })),
  ];
  return (
    <ul className={styles.columns}>
      {columns.map((column, index) => {
        const field = fields.find(({ name }) => name === mapping[index]);
        return (
          <li key={column.letters} className={styles.column}>
            <div>
              <Text as="p" fontWeight="semibold" breakWord>
                {column.heading || "No heading"}
              </Text>
              <Text as="p" tone="subdued" breakWord>
                {`Column ${column.letters}: ${column.examples.length > 0 ? column.examples.join(" · ") : "no values in the first rows"}`}
              </Text>
            </div>
            <BlockStack gap="200">
              <Select
                label={`What ${nameOf(column)} holds`}
                labelHidden
                options={options}
                value={mapping[index] ?? IGNORED}
                disabled={disabled}
                helpText={field ? field.help : "This column is ignored."}
                onChange={(value) =>
                  onChange(mapping.map((before, at) => (at === index ? value || null : before)))
                }
              />
              {field && formatsOf(field).length > 0 && (
                <Select
                  label={
                    // Beside the value, a longer label would leave no room for it on a phone.
                    <>
                      Format{" "}
                      <Text as="span" visuallyHidden>
                        of {nameOf(column)}
                      </Text>
                    </>
                  }
                  labelInline
                  options={[
                    { label: "As usual", value: AS_USUAL },
                    ...formatsOf(field).map((format) => ({ label: FORMAT_LABELS[format], value: format })),
                  ]}
                  value={formats[index] ?? AS_USUAL}
                  disabled={disabled}
                  onChange={(value) =>
                    onFormatsChange(
                      columns.map((_column, at) =>
                        at === index ? ((value || null) as ColumnFormat | null) : (formats[at] ?? null),
                      ),
                    )
                  }
                />
              )}
            </BlockStack>
          </li>
        );
      })}
    </ul>
  );
}

const nameOf = ({ heading, letters }: SheetColumn) =>
  heading ? `the column ${heading}` : `column ${letters}`;

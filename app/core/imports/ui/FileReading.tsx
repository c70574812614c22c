import { Banner, BlockStack, InlineError, Select, Spinner, Text, TextField } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { DELIMITERS, type TextChoices } from "~/platform/sheets/reading/csv";
import { LINE_ENDS, type LineEnds } from "~/platform/sheets/reading/csv-rows";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import { TEXT_ENCODINGS, type TextEncodingName } from "~/platform/sheets/reading/text-encodings";
import { pluralize } from "~/platform/text/pluralize";
import { type HeldSheet, holdSheet } from "~/ui/import/held-sheet";
import type { ReadSheet } from "~/ui/import/reader-messages";
import type { OpenedImport } from "../pages";
import styles from "./FileReading.module.css";

const LINE_END_LABELS: Record<LineEnds, string> = {
  any: "CRLF, LF and CR",
  crlf: "CRLF only",
  lf: "LF only",
  cr: "CR only",
};

/** What a person may choose in addition. */
const OTHER_DELIMITERS = { ":": "Colon", "~": "Tilde", "^": "Caret" } as const;

interface FileReadingProps {
  sheet: ReadSheet;
  reading: ReadingState;
  disabled: boolean;
}

/** How the file was read, with its first rows. Each choice reads it again. */
export function FileReading({ sheet, reading, disabled }: FileReadingProps) {
  const { text } = sheet;
  const { choices, headingRow, change, problem, isReading } = reading;
  const encoding = choices.encoding ?? text?.encoding;
  const delimiter = choices.delimiter ?? text?.delimiter ?? ",";
  const lineEnds = choices.lineEnds ?? text?.lineEnds;
  return (
    <BlockStack gap="300">
      <Text as="h2" variant="headingMd">
        How the file was read
      </Text>
      <div aria-live="polite">
        <Text as="p">
          {`${pluralize(sheet.rows, "row")}, headings in row ${sheet.headingRow}.`}
          {text && text.lineEndsFound !== "" && ` Its lines end in ${text.lineEndsFound}.`}
        </Text>
      </div>
      {text && text.remarks.length > 0 && (
        <Banner tone="warning">
          {text.remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </Banner>
      )}
      <div className={styles.choices}>
        <TextField
          label="Row with the headings"
          type="number"
          min={1}
          autoComplete="off"
          value={headingRow}
          disabled={disabled}
          onChange={(value) => change({ headingRow: value })}
        />
        {text && (
          <>
            <Select
              label="Encoding"
              options={Object.entries(TEXT_ENCODINGS).map(([value, label]) => ({ value, label }))}
              value={encoding}
              disabled={disabled}
              onChange={(value) => change({ text: { ...choices, encoding: value as TextEncodingName } })}
            />
            <Select
              label="Delimiter"
              options={delimiterOptions(delimiter)}
              value={delimiter}
              disabled={disabled}
              onChange={(value) => change({ text: { ...choices, delimiter: value } })}
            />
            <Select
              label="Line ends"
              options={LINE_ENDS.map((value) => ({ value, label: LINE_END_LABELS[value] }))}
              value={lineEnds}
              disabled={disabled}
              onChange={(value) => change({ text: { ...choices, lineEnds: value as LineEnds } })}
            />
          </>
        )}
      </div>
      {isReading && <Spinner size="small" accessibilityLabel="Reading the file again" />}
      {problem && <InlineError fieldID="reading" message={problem} />}
      <Preview sheet={sheet} />
    </BlockStack>
  );
}

function delimiterOptions(delimiter: string) {
  const named = Object.entries({ ...DELIMITERS, ...OTHER_DELIMITERS });
  const isNamed = named.some(([value]) => value === delimiter);
  return [
    ...named.map(([value, label]) => ({ value, label: value === "\t" ? label : `${label} ( ${value} )` })),
    ...(isNamed ? [] : [{ value: delimiter, label: delimiter }]),
  ];
}

function Preview({ sheet: { columns, preview, headingRow } }: { sheet: ReadSheet }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className={styles.preview} aria-label="The first rows of the file" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Text as="span" tone="subdued">
                {headingRow}
              </Text>
            </th>
            {columns.map(({ letters, heading }) => (
              <th scope="col" key={letters}>
                {heading || letters}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map(({ number, cells }) => (
            <tr key={number}>
              <th scope="row">
                <Text as="span" tone="subdued">
                  {number}
                </Text>
              </th>
              {columns.map(({ letters }, index) => (
                <td key={letters}>{cells[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The chosen encoding, delimiter and heading row of a file, and the state of reading it with them. */
interface ReadingState {
  choices: TextChoices;
  /** As it was typed. */
  headingRow: string;
  isReading: boolean;
  /** Why the file can't be read as it was chosen. The rows are those of the reading before. */
  problem: string | null;
  /** How many of the choices were made since the step was opened. */
  changes: number;
  change(changes: { text?: TextChoices; headingRow?: string }): void;
  /** Restores the choices that the step was opened with. */
  reset(): void;
}

/**
 * Reads a held file again with each choice, and holds the rows of the latest one.
 * @param onRead gets the file as it is read now
 */
export function useReading(
  id: string,
  held: HeldSheet<OpenedImport>,
  onRead: (held: HeldSheet<OpenedImport>) => void,
): ReadingState {
  const [opened] = useState(() => {
    const { text = {}, headingRow } = held.choices ?? {};
    return { text, headingRow: headingRow === undefined ? undefined : String(headingRow) };
  });
  const [choices, setChoices] = useState<TextChoices>(opened.text);
  const [typedRow, setTypedRow] = useState(opened.headingRow);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(0);
  // Read to the end on another page, it would replace the file that is held for that one.
  useEffect(
    () => () => {
      latest.current += 1;
    },
    [],
  );

  const read = async (text: TextChoices, headingRow: string | undefined) => {
    const turn = ++latest.current;
    const row = headingRow === undefined ? undefined : Number(headingRow);
    if (row !== undefined && !(Number.isInteger(row) && row >= 1)) {
      setReading(false);
      setProblem("Enter the number of the row with the headings, such as 1.");
      return;
    }
    setReading(true);
    try {
      const choices = { text, headingRow: row };
      const again = await held.reader.readAgain(choices);
      if (turn !== latest.current) return again.reader.close();
      const now = { ...held, ...again, choices };
      holdSheet(id, now);
      onRead(now);
      setProblem(null);
    } catch (error) {
      if (!(error instanceof SheetProblem)) throw error;
      if (turn === latest.current) setProblem(error.message);
    }
    if (turn === latest.current) setReading(false);
  };

  const choose = (text: TextChoices, headingRow: string | undefined) => {
    setChoices(text);
    setTypedRow(headingRow);
    void read(text, headingRow);
  };
  const changes = [
    choices.encoding !== opened.text.encoding,
    choices.delimiter !== opened.text.delimiter,
    choices.lineEnds !== opened.text.lineEnds,
    typedRow !== opened.headingRow,
  ].filter(Boolean).length;
  return {
    choices,
    headingRow: typedRow ?? String(held.sheet.headingRow),
    isReading,
    problem,
    changes,
    change: ({ text = choices, headingRow = typedRow }) => choose(text, headingRow),
    reset() {
      if (changes > 0) choose(opened.text, opened.headingRow);
    },
  };
}

import { Banner, BlockStack, InlineError, Select, Spinner, Text, TextField } from "@shopify/polaris";
import { LINE_ENDS, type LineEnds } from "~/platform/sheets/reading/csv-rows";
import { DELIMITERS } from "~/platform/sheets/reading/delimiter";
import { TEXT_ENCODINGS, type TextEncodingName } from "~/platform/sheets/reading/text-encodings";
import { pluralize } from "~/platform/text/pluralize";
import type { ReadSheet } from "~/ui/import/reader-messages";
import styles from "./FileReading.module.css";
import type { ReadingState } from "./useReading";

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

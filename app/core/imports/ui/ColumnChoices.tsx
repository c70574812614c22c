import { BlockStack, Select, Text } from "@shopify/polaris";
import type { SheetColumn } from "~/platform/sheets/reading/collect";
import { type ColumnFormat, type ColumnFormats, FORMAT_LABELS, formatsOf } from "../column-format";
import type { ImportField } from "../import-kind";
import type { Mapping } from "../matching";
import styles from "./ColumnChoices.module.css";

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
export function ColumnChoices({ columns, fields, mapping, disabled, onChange, ...rest }: ColumnChoicesProps) {
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

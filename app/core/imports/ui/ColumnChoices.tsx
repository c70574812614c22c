import { Select, Text } from "@shopify/polaris";
import type { SheetColumn } from "~/platform/sheets/reading/collect";
import type { ImportField } from "../import-kind";
import type { Mapping } from "../matching";
import styles from "./ColumnChoices.module.css";

interface ColumnChoicesProps {
  columns: readonly SheetColumn[];
  fields: readonly ImportField[];
  mapping: Mapping;
  disabled: boolean;
  onChange(mapping: Mapping): void;
}

const IGNORED = "";

/** For each column of the file a choice of what it holds; what is matched to nothing is said to be left out. */
export function ColumnChoices({ columns, fields, mapping, disabled, onChange }: ColumnChoicesProps) {
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
          </li>
        );
      })}
    </ul>
  );
}

const nameOf = ({ heading, letters }: SheetColumn) =>
  heading ? `the column ${heading}` : `column ${letters}`;

import { BlockStack, Button, Collapsible, FormLayout, Text } from "@shopify/polaris";
import { useId, useState } from "react";
import {
  FIELDS,
  type FieldName,
  MAX_HELP_LENGTH,
  MAX_THANKS_LENGTH,
  MAX_TITLE_LENGTH,
  RECEIPT_FIELD,
} from "~/domain/submissions/form-fields";
import { TextInput } from "~/ui/form/fields";
import type { PromotionView } from "../../schemas";

/** The texts of a promotion's form. They are also those of its block in the theme. */
export function FormTextsInputs({ promotion }: { promotion: PromotionView | null }) {
  const { texts, help } = promotion ?? { texts: {}, help: {} };
  const [isOpen, setOpen] = useState(Object.keys(help).length > 0);
  const id = useId();
  return (
    <BlockStack gap="300">
      <Text as="h2" variant="headingMd">
        Texts of the form
      </Text>
      <FormLayout>
        <TextInput
          name="texts.title"
          label="Title"
          optional
          defaultValue={texts.title}
          maxLength={MAX_TITLE_LENGTH}
          helpText="Leave blank for the name of the promotion."
        />
        <TextInput
          name="description"
          label="Description"
          optional
          defaultValue={promotion?.description ?? ""}
          maxLength={2_000}
          multiline={3}
          helpText="Shown to customers above the form."
        />
        <TextInput
          name="texts.thanks"
          label="Thank-you text"
          optional
          defaultValue={texts.thanks}
          maxLength={MAX_THANKS_LENGTH}
          multiline={2}
          helpText="Shown when a submission counts. Its number and a link to its status follow."
        />
      </FormLayout>
      <div>
        <Button
          disclosure={isOpen ? "up" : "down"}
          ariaExpanded={isOpen}
          ariaControls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Help below the labels
        </Button>
      </div>
      {/* Closed, it keeps the fields, because the form sends them. */}
      <Collapsible id={id} open={isOpen}>
        <FormLayout>
          {pairsOf(HELPED).map((pair) => (
            <FormLayout.Group key={pair[0]?.name}>
              {pair.map(({ name, label }) => (
                <TextInput
                  key={name}
                  name={`help.${name}`}
                  label={label}
                  defaultValue={help[name]}
                  maxLength={MAX_HELP_LENGTH}
                />
              ))}
            </FormLayout.Group>
          ))}
        </FormLayout>
      </Collapsible>
    </BlockStack>
  );
}

const HELPED = [
  ...(Object.keys(FIELDS) as FieldName[]).map((name) => ({ name, label: FIELDS[name].label })),
  { name: RECEIPT_FIELD, label: "Receipt" },
] as const;

/** Two of them in a row. */
export const pairsOf = <Item,>(items: readonly Item[]): Item[][] =>
  items.flatMap((_, index) => (index % 2 === 0 ? [items.slice(index, index + 2)] : []));

import { ChoiceList, Text } from "@shopify/polaris";
import { useState } from "react";
import { formatMoney } from "~/platform/money/format-money";
import { FormDialog } from "~/ui/form/FormDialog";
import { TextInput } from "~/ui/form/fields";
import { useFieldError, useForm } from "~/ui/form/form-context";
import { MomentInput } from "~/ui/form/MomentInput";
import { useStoredValue } from "~/ui/form/useStoredValue";
import { useFrame } from "~/ui/frame";
import { priceCall } from "../function";
import type { PriceGridRow } from "../list-prices.server";
import * as states from "../states";

interface PriceDialogProps {
  /** As the list has it now. */
  row: PriceGridRow;
  onClose(): void;
}

/** Changes a scheduled price. Render it while it is open. */
export default function PriceDialog({ row, onClose }: PriceDialogProps) {
  const [begin, setBegin] = useState<Date | null>(new Date(row.effectiveAt));
  return (
    <FormDialog
      title={`SKU: ${row.MODEL}`}
      submitLabel="Submit"
      call={priceCall("bulkPrice.update", { ID: row.ID, version: row.version })}
      onClose={onClose}
    >
      <Text as="h3" variant="headingSm">
        Price Details
      </Text>
      <TextInput
        name="MODEL"
        label="Sku"
        defaultValue={row.MODEL}
        maxLength={255}
        validate={(text) => (text.trim() ? undefined : states.SKU_NOT_VALID)}
      />
      <PriceInput name="PRICE" label="Price" defaultValue={row.PRICE} problem={states.PRICE_NOT_VALID} />
      <PriceInput
        name="COMPARE_AT_PRICE"
        label="Compare At Price"
        defaultValue={row.COMPARE_AT_PRICE ?? ""}
        problem={states.COMPARE_AT_NOT_VALID}
        optional
      />
      <MomentInput
        name="EFFECTIVE_DATE"
        label="Date From"
        defaultAt={row.effectiveAt}
        problem={states.DATE_NOT_VALID}
        sendsText
        timeOfDay="12:00:00 AM"
        check={(moment) => (moment > new Date() ? undefined : states.DATE_NOT_VALID)}
        onMoment={setBegin}
      />
      <MomentInput
        name="END_DATE"
        label="Date To"
        defaultAt={row.endAt}
        problem={states.END_NOT_VALID}
        sendsText
        timeOfDay="11:59:59 PM"
        wholeDay="end"
        helpText="The earlier price returns at this moment. A date without a time means the end of that day. Leave blank for never."
        optional
        check={(moment) => (begin && moment <= begin ? states.END_NOT_VALID : undefined)}
      />
      <TagChoice initial={row.BELOW_MAPP_ITEM_TAG} />
    </FormDialog>
  );
}

const TAG_LABELS: Record<string, string> = { true: "True", false: "False" };

function TagChoice({ initial }: { initial: string }) {
  const {
    value: tag,
    setValue: setTag,
    change,
  } = useStoredValue(initial, (text) => TAG_LABELS[text] ?? text);
  const { busy } = useForm();
  const { error } = useFieldError("BELOW_MAPP_ITEM_TAG", tag, undefined, tag);
  return (
    <ChoiceList
      name="BELOW_MAPP_ITEM_TAG"
      error={error}
      title="Below MAPP Item Tag"
      choices={Object.entries(TAG_LABELS).map(([value, label]) => ({
        value,
        label,
        ...(value === tag && { helpText: change }),
      }))}
      selected={[tag]}
      onChange={([choice = tag]) => !busy && setTag(choice)}
    />
  );
}

interface PriceInputProps {
  name: string;
  label: string;
  defaultValue: string;
  problem: string;
  optional?: boolean;
}

/** A price. One with more decimals than the currency has says what it is rounded to. */
function PriceInput({ problem, optional = false, ...field }: PriceInputProps) {
  const { currency } = useFrame().shop;
  const [value, setValue] = useState(field.defaultValue);
  const read = states.readPrice(value, currency);
  return (
    <TextInput
      {...field}
      optional={optional}
      inputMode="decimal"
      maxLength={20}
      onValue={setValue}
      helpText={read?.isRounded ? `Rounded to ${formatMoney(read.cents, currency)}.` : undefined}
      validate={(text) =>
        (optional && text.trim() === "") || states.readPrice(text, currency) ? undefined : problem
      }
    />
  );
}

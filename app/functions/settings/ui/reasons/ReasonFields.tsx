import {
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  Checkbox,
  InlineStack,
  Text,
  TextField,
} from "@shopify/polaris";
import { ArrowDownIcon, ArrowUpIcon, DeleteIcon } from "@shopify/polaris-icons";
import { MAX_LABEL_LENGTH, MAX_TEXT_LENGTH, type Reason } from "~/domain/registrations/reasons/reason";
import { useFieldError, useForm } from "~/ui/form/form-context";

interface ReasonFieldsProps {
  /** Distinguishes the fields of one text from those of the others. */
  field: string;
  reason: Reason;
  place: number;
  isCodeTaken: boolean;
  /** Decisions and scripts refer to the code of a saved one. */
  isCodeFixed: boolean;
  onChange(words: Partial<Reason>): void;
  /** Undefined at the end of the list. */
  onUp?: () => void;
  onDown?: () => void;
  onRemove(): void;
}

const CODE = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** One text of the list, with its position. */
export function ReasonFields(props: ReasonFieldsProps) {
  const { field, reason, place, onChange, onUp, onDown, onRemove } = props;
  const { busy } = useForm();
  // The list sends what is entered.
  const label = useFieldError(`${field}.label`, reason.label, filled("Enter a short label."), undefined);
  const text = useFieldError(
    `${field}.text`,
    reason.text,
    filled("Enter the text for the customer."),
    undefined,
  );
  const code = useFieldError(
    `${field}.code`,
    reason.code,
    (value) => {
      if (!CODE.test(value)) return "Use lowercase letters, digits and hyphens, for example no-proof.";
      return props.isCodeTaken ? "Another text of the list has this code." : undefined;
    },
    undefined,
  );
  const name = reason.label || `number ${place}`;
  return (
    <Box
      paddingBlockStart={place > 1 ? "400" : "0"}
      paddingBlockEnd="400"
      borderBlockStartWidth={place > 1 ? "025" : "0"}
      borderColor="border"
    >
      <BlockStack gap="200">
        <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
          <Text as="h2" variant="headingMd">
            {place}. {reason.label || "New"}
          </Text>
          <ButtonGroup gap="tight" noWrap>
            <Button
              icon={ArrowUpIcon}
              accessibilityLabel={`Move ${name} up`}
              disabled={busy || !onUp}
              onClick={onUp}
            />
            <Button
              icon={ArrowDownIcon}
              accessibilityLabel={`Move ${name} down`}
              disabled={busy || !onDown}
              onClick={onDown}
            />
            <Button
              icon={DeleteIcon}
              tone="critical"
              disabled={busy}
              accessibilityLabel={`Remove ${name}`}
              onClick={onRemove}
            />
          </ButtonGroup>
        </InlineStack>
        <TextField
          label="For the staff"
          autoComplete="off"
          maxLength={MAX_LABEL_LENGTH}
          readOnly={busy}
          value={reason.label}
          onChange={(value) => onChange({ label: value })}
          {...label}
        />
        <TextField
          label="For the customer"
          autoComplete="off"
          multiline={3}
          maxLength={MAX_TEXT_LENGTH}
          readOnly={busy}
          value={reason.text}
          onChange={(value) => onChange({ text: value })}
          {...text}
        />
        <InlineStack gap="400" blockAlign="end">
          <TextField
            label="Code"
            autoComplete="off"
            maxLength={40}
            readOnly={busy || props.isCodeFixed}
            value={reason.code}
            onChange={(value) => onChange({ code: value })}
            {...code}
          />
          <Checkbox
            label="Offered"
            checked={reason.active}
            onChange={(active) => !busy && onChange({ active })}
          />
        </InlineStack>
      </BlockStack>
    </Box>
  );
}

const filled = (problem: string) => (value: string) => (value.trim() ? undefined : problem);

import { Checkbox, Select, TextField, type TextFieldProps } from "@shopify/polaris";
import { type ReactNode, useEffect } from "react";
import { currencySymbol } from "~/platform/money/decimal";
import { useFrame } from "~/ui/frame";
import { useFieldError, useForm, type Validate } from "./form-context";
import { useStoredValue } from "./useStoredValue";

interface TextInputProps
  extends Pick<
    TextFieldProps,
    | "label"
    | "helpText"
    | "autoFocus"
    | "maxLength"
    | "prefix"
    | "suffix"
    | "connectedRight"
    | "readOnly"
    | "disabled"
    | "multiline"
  > {
  name: string;
  defaultValue?: string;
  type?: "text" | "email" | "tel" | "url" | "password" | "date";
  inputMode?: TextFieldProps["inputMode"];
  placeholder?: string;
  autoComplete?: string;
  requiredIndicator?: boolean;
  /** It may be left blank, which its label says. */
  optional?: boolean;
  validate?: Validate;
  /** Called with the field's value: at first, and after each change. */
  onValue?: (value: string) => void;
  /** What a call is sent of its text, if it isn't the text. */
  sent?: (value: string) => unknown;
  /** A call is sent it only when it was changed, because someone else may have changed it since. */
  onlyChanged?: boolean;
}

/** The label of a field, which says whether it may be left blank. */
export const labelOf = <Label extends ReactNode>(label: Label, isOptional: boolean): Label | string =>
  isOptional ? `${label} (optional)` : label;

/** A text field of a form, with its message after it was left or the form was submitted. */
export function TextInput({
  name,
  defaultValue = "",
  validate,
  autoComplete = "off",
  onValue,
  sent = (text) => text,
  onlyChanged = false,
  optional = false,
  ...field
}: TextInputProps) {
  const { value, setValue, base, change } = useStoredValue(defaultValue);
  useEffect(() => onValue?.(value), [onValue, value]);
  const { busy } = useForm();
  const isLeftOut = onlyChanged && value.trim() === base.trim();
  const { error, onBlur } = useFieldError(name, value, validate, isLeftOut ? undefined : sent(value));
  return (
    <TextField
      {...(field as TextFieldProps)}
      label={labelOf(field.label, optional)}
      name={name}
      autoComplete={autoComplete}
      value={value}
      onChange={setValue}
      onBlur={onBlur}
      error={error}
      helpText={withChange(change, field.helpText)}
      readOnly={field.readOnly || busy}
    />
  );
}

interface CheckboxInputProps {
  name: string;
  label: string;
  defaultChecked?: boolean;
  helpText?: string;
  /** What a call is sent of the choice, if it isn't true or false. */
  sent?: (isChecked: boolean) => unknown;
  /** A call is sent it only when it was changed, because someone else may have changed it since. */
  onlyChanged?: boolean;
  /** Called with the choice: at first, and after each change. */
  onValue?: (isChecked: boolean) => void;
}

/** A tick box of a form. */
export function CheckboxInput({
  name,
  defaultChecked = false,
  onValue,
  sent = (isChecked) => isChecked,
  onlyChanged = false,
  ...field
}: CheckboxInputProps) {
  const stored = useStoredValue(defaultChecked, (isChecked) => (isChecked ? "on" : "off"));
  const { value: checked, setValue: setChecked, base, change } = stored;
  useEffect(() => onValue?.(checked), [onValue, checked]);
  const { busy } = useForm();
  const { error, onBlur } = useFieldError(
    name,
    String(checked),
    undefined,
    onlyChanged && checked === base ? undefined : sent(checked),
  );
  return (
    <Checkbox
      {...field}
      name={name}
      checked={checked}
      onChange={(isChecked) => !busy && setChecked(isChecked)}
      onBlur={onBlur}
      error={error}
      helpText={withChange(change, field.helpText)}
    />
  );
}

interface SelectInputProps {
  name: string;
  validate?: Validate;
  /** Called with the choice: at first, and after each change. */
  onValue?: (value: string) => void;
  /** What a call is sent of the choice, if it isn't the choice. */
  sent?: (value: string) => unknown;
  label: string;
  options: readonly { value: string; label: string }[];
  defaultValue?: string;
  helpText?: string;
}

/** A choice of one, of a form. */
export function SelectInput({
  name,
  options,
  defaultValue,
  validate,
  onValue,
  sent,
  ...field
}: SelectInputProps) {
  const labelOf = (choice: string) => options.find((option) => option.value === choice)?.label ?? choice;
  const { value, setValue, change } = useStoredValue(defaultValue ?? options[0]?.value ?? "", labelOf);
  useEffect(() => onValue?.(value), [onValue, value]);
  const { busy } = useForm();
  const { error, onBlur } = useFieldError(name, value, validate, sent ? sent(value) : value);
  return (
    <Select
      {...field}
      name={name}
      options={[...options]}
      value={value}
      onChange={(choice) => !busy && setValue(choice)}
      onBlur={onBlur}
      error={error}
      helpText={withChange(change, field.helpText)}
    />
  );
}

/** An amount in the shop's currency, as text. A call is sent null for a blank one. */
export function MoneyInput(
  props: Pick<
    TextInputProps,
    "name" | "label" | "optional" | "defaultValue" | "helpText" | "validate" | "onValue"
  >,
) {
  const { currency } = useFrame().shop;
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      prefix={currencySymbol(currency)}
      sent={(text) => text.trim() || null}
    />
  );
}

/** A help text after what someone else has changed. */
export const withChange = (change: string | undefined, helpText?: ReactNode): ReactNode =>
  change === undefined ? (
    helpText
  ) : (
    <>
      {change} {helpText}
    </>
  );

/** A whole number. Blank is null. */
export function NumberInput(
  props: Pick<
    TextInputProps,
    | "name"
    | "label"
    | "optional"
    | "defaultValue"
    | "helpText"
    | "validate"
    | "prefix"
    | "suffix"
    | "maxLength"
    | "onValue"
  >,
) {
  return <TextInput {...props} inputMode="numeric" sent={numberIn} />;
}

/** A text that isn't a number is sent unchanged, and the call refuses it. */
function numberIn(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed;
}

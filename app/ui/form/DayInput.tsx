import { TextField } from "@shopify/polaris";
import { useEffect } from "react";
import { formatInputDate, formatUsDate, isDateText, toIsoDate } from "~/platform/dates/date-text";
import { CalendarButton } from "./CalendarButton";
import { labelOf, withChange } from "./fields";
import { useFieldError, useForm } from "./form-context";
import { useStoredValue } from "./useStoredValue";

interface DayInputProps {
  name: string;
  label: string;
  labelHidden?: boolean;
  /** YYYY-MM-DD; empty for an empty field. */
  defaultDay: string;
  /** The error for text that isn't a date. */
  problem: string;
  /** A blank field is valid. */
  optional?: boolean;
  disabled?: boolean;
  helpText?: string;
  /** Called with the field's day, as a call is sent it, at first and after each change. Empty for a blank field. */
  onValue?: (value: string) => void;
}

/**
 * A day: typed, or chosen from a calendar. A call is sent MM/DD/YYYY, a text that isn't a day as it is, and null for an empty optional
 * day and while the field is disabled.
 */
export function DayInput(props: DayInputProps) {
  const {
    name,
    label,
    labelHidden,
    defaultDay,
    problem,
    optional = false,
    disabled = false,
    helpText,
    onValue,
  } = props;
  const { busy } = useForm();
  const { value, setValue, change } = useStoredValue(formatInputDate(defaultDay));
  const day = isDateText(value) ? formatUsDate(toIsoDate(value)) : value.trim();
  useEffect(() => onValue?.(day), [onValue, day]);
  const isValid = disabled || (optional && !day) || isDateText(value);
  const { error, onBlur } = useFieldError(
    name,
    value,
    () => (isValid ? undefined : problem),
    disabled || (optional && !day) ? null : day,
  );
  return (
    <TextField
      name={name}
      label={labelOf(label, optional)}
      labelHidden={labelHidden}
      autoComplete="off"
      placeholder="MM/DD/YYYY"
      value={value}
      onChange={setValue}
      onBlur={onBlur}
      error={error}
      helpText={withChange(change, helpText)}
      disabled={disabled}
      readOnly={busy}
      suffix={<CalendarButton label={label} day={value} disabled={busy || disabled} onDay={setValue} />}
    />
  );
}

import { TextField } from "@shopify/polaris";
import { useEffect } from "react";
import {
  clockOf,
  clockText,
  INPUT_DATE_TIME_FORMAT,
  parseInputDateTime,
} from "~/platform/dates/input-date-time";
import { formatInputDateTime } from "~/platform/dates/instant";
import { useTimeZone } from "../frame";
import { CalendarButton } from "./CalendarButton";
import { labelOf, withChange } from "./fields";
import { useFieldError, useForm } from "./form-context";
import { useStoredValue } from "./useStoredValue";

interface MomentInputProps {
  name: string;
  label: string;
  /** ISO 8601; absent for an empty field. */
  defaultAt?: string | null;
  /** The error for text that isn't a date and time. */
  problem: string;
  /** A blank field is valid. */
  optional?: boolean;
  /** The time of day when only a day was chosen so far, such as "9:00:00 AM". */
  timeOfDay: string;
  /** What a date without a time means, as on the server: the day's first or last second. */
  wholeDay?: "start" | "end";
  /** A call that reads dates in the shop's time zone itself is sent the text, unless it means another moment than the stored one. */
  sendsText?: boolean;
  helpText?: string;
  /** What is wrong with the moment beside other fields; undefined when nothing is. */
  check?: (moment: Date) => string | undefined;
  onMoment?: (moment: Date | null) => void;
}

/**
 * A date with its time, MM/dd/yyyy h:mm:ss a in the shop's time zone: typed, or chosen from a calendar with a time field. A call is sent the instant, or
 * null for a blank field.
 */
export function MomentInput(props: MomentInputProps) {
  const { name, label, defaultAt, problem, optional = false, timeOfDay, check, onMoment } = props;
  const timeZone = useTimeZone();
  const stored = defaultAt ? new Date(defaultAt) : null;
  const storedText = stored ? formatInputDateTime(stored, timeZone) : "";
  const parse = (text: string) => parseInputDateTime(text, timeZone, props.wholeDay);
  // Its text may mean another moment: the first of an hour that the clocks repeat. In UTC, 12/31/9999 may be too late for a text.
  const read = (text: string) => (stored && text === storedText ? stored : parse(text));
  const { busy } = useForm();
  const { value, setValue, change } = useStoredValue(storedText);
  const validate = (text: string) => {
    if (optional && !text.trim()) return undefined;
    const moment = read(text);
    return moment ? check?.(moment) : problem;
  };
  // A text that isn't a valid moment is sent unchanged, and the call refuses it.
  const moment = read(value);
  const sent = value.trim() ? (moment?.toISOString() ?? value) : null;
  const isClear = moment?.getTime() === parse(value)?.getTime();
  const { error, onBlur } = useFieldError(name, value, validate, props.sendsText && isClear ? value : sent);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each value
  useEffect(() => onMoment?.(read(value)), [value]);
  const [day = "", ...time] = value.trim().split(" ");

  return (
    <TextField
      name={name}
      label={labelOf(label, optional)}
      autoComplete="off"
      placeholder={INPUT_DATE_TIME_FORMAT}
      helpText={withChange(change, props.helpText)}
      value={value}
      onChange={setValue}
      onBlur={onBlur}
      error={error}
      readOnly={busy}
      suffix={
        <CalendarButton
          label={label}
          day={day}
          disabled={busy}
          onDay={(chosen) => setValue(`${chosen} ${time.join(" ") || timeOfDay}`)}
          clock={clockOf(time.join(" "))}
          onClock={(clock) => setValue(`${day} ${clockText(clock)}`)}
        />
      }
    />
  );
}

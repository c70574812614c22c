import { TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { formatUsDate, parseUsDate } from "~/platform/dates/us-date";
import { CalendarButton } from "./CalendarButton";

interface DayPickerProps {
  label: string;
  /** YYYY-MM-DD. */
  day: string;
  /** The last day that can be chosen, YYYY-MM-DD. */
  max?: string;
  /** Why the day can't be used. */
  error?: string;
  onDay(day: string): void;
}

/**
 * A day that can't be cleared, MM/DD/YYYY: typed, or chosen from a calendar. A text that isn't a date, or is after `max`, which the
 * field says, is replaced by the last valid day when the field is left.
 */
export function DayPicker({ label, day, max, error, onDay }: DayPickerProps) {
  const [text, setText] = useState(formatUsDate(day));
  useEffect(() => setText(formatUsDate(day)), [day]);
  const change = (typed: string) => {
    setText(typed);
    const isoDate = parseUsDate(typed);
    if (isoDate && (!max || isoDate <= max)) onDay(isoDate);
  };
  const isAfterMax = max !== undefined && (parseUsDate(text) ?? "") > max;
  return (
    <TextField
      label={label}
      autoComplete="off"
      placeholder="MM/DD/YYYY"
      value={text}
      onChange={change}
      onBlur={() => setText(formatUsDate(day))}
      error={isAfterMax ? `Choose ${formatUsDate(max)} or an earlier day.` : error}
      suffix={<CalendarButton label={label} day={text} max={max} onDay={change} />}
    />
  );
}

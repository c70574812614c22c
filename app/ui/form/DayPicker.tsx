import { TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { formatUsDate, isDateText, parseUsDate, toIsoDate } from "~/platform/dates/date-text";
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
 * A day that can't be cleared, MM/DD/YYYY: typed, or chosen from a calendar. When the field is left, a day without leading zeros or as
 * YYYY-MM-DD is accepted. Any other text, or a day after `max`, is replaced by the last valid day, and the field says why until it changes.
 */
export function DayPicker({ label, day, max, error, onDay }: DayPickerProps) {
  const [text, setText] = useState(formatUsDate(day));
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    setText(formatUsDate(day));
    setRefusal(undefined);
  }, [day]);
  const afterMax = (isoDate: string | null) =>
    max !== undefined && isoDate !== null && isoDate > max
      ? `Choose ${formatUsDate(max)} or an earlier day.`
      : undefined;
  const change = (typed: string) => {
    setText(typed);
    setRefusal(undefined);
    const isoDate = parseUsDate(typed);
    if (isoDate && !afterMax(isoDate)) onDay(isoDate);
  };
  const leave = () => {
    const typed = text.trim();
    const isoDate = parseTypedDay(typed);
    if (isoDate && !afterMax(isoDate)) {
      setText(formatUsDate(isoDate));
      if (isoDate !== day) onDay(isoDate);
      return;
    }
    setText(formatUsDate(day));
    if (typed) setRefusal(afterMax(isoDate) ?? `“${typed}” isn't a date. Enter it as MM/DD/YYYY.`);
  };
  return (
    <TextField
      label={label}
      autoComplete="off"
      placeholder="MM/DD/YYYY"
      value={text}
      onChange={change}
      onBlur={leave}
      error={afterMax(parseUsDate(text)) ?? refusal ?? error}
      suffix={<CalendarButton label={label} day={text} max={max} onDay={change} />}
    />
  );
}

/** The ISO date of a typed text: 6/5/2026, 06/05/2026 or 2026-06-05. Null for any other text. */
function parseTypedDay(text: string): string | null {
  const padded = text.replace(
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/,
    (_text, month: string, day: string, year: string) =>
      `${month.padStart(2, "0")}/${day.padStart(2, "0")}/${year}`,
  );
  return isDateText(padded) ? toIsoDate(padded) : null;
}

import { Button, DatePicker, Popover, TextField } from "@shopify/polaris";
import { CalendarIcon } from "@shopify/polaris-icons";
import { useEffect, useRef, useState } from "react";
import { readMoment, writtenSeconds } from "~/platform/written-moment";
import { useTimeZone } from "../frame";
import { useForm } from "./form-context";
import { useFieldError } from "./useFieldError";

interface MomentInputProps {
  name: string;
  label: string;
  /** ISO 8601; absent for an empty field. */
  defaultAt?: string | null;
  /** What is wrong with a text that is no moment. */
  problem: string;
  /** An empty field is valid. */
  optional?: boolean;
  /** The time of day when only a day was chosen so far, such as "9:00:00 AM". */
  timeOfDay: string;
  helpText?: string;
  /** What is wrong with the moment beside other fields; undefined when nothing is. */
  check?: (moment: Date) => string | undefined;
  onMoment?: (moment: Date | null) => void;
}

const FORM = "MM/dd/yyyy h:mm:ss a";

/** A date with its time, MM/dd/yyyy h:mm:ss a in the shop's time zone: typed, or the day chosen from a calendar. */
export function MomentInput(props: MomentInputProps) {
  const { name, label, defaultAt, problem, optional = false, timeOfDay, check, onMoment } = props;
  const timeZone = useTimeZone();
  const { busy } = useForm();
  const [value, setValue] = useState(defaultAt ? writtenSeconds(new Date(defaultAt), timeZone) : "");
  const [isOpen, setOpen] = useState(false);
  useEscape(isOpen, () => setOpen(false));
  const validate = (text: string) => {
    if (optional && !text.trim()) return undefined;
    const moment = readMoment(text, timeZone);
    return moment ? check?.(moment) : problem;
  };
  const { error, onBlur } = useFieldError(name, value, validate);
  const change = (text: string) => {
    setValue(text);
    onMoment?.(readMoment(text, timeZone));
  };
  const [day = "", ...time] = value.trim().split(" ");

  return (
    <TextField
      name={name}
      label={label}
      autoComplete="off"
      placeholder={FORM}
      helpText={props.helpText}
      value={value}
      onChange={change}
      onBlur={onBlur}
      error={error}
      readOnly={busy}
      suffix={
        <Popover
          active={isOpen}
          onClose={() => setOpen(false)}
          sectioned
          activator={
            <Button
              variant="plain"
              icon={CalendarIcon}
              accessibilityLabel={`Choose the day: ${label}`}
              disabled={busy}
              onClick={() => setOpen(!isOpen)}
            />
          }
        >
          <Calendar
            day={day}
            onDay={(chosen) => {
              change(`${chosen} ${time.join(" ") || timeOfDay}`);
              setOpen(false);
            }}
          />
        </Popover>
      }
    />
  );
}

/** Escape closes the calendar alone: the dialog around it, which listens on the document too, would go with all that was entered. */
function useEscape(active: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    if (!active) return;
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      latest.current();
    };
    window.addEventListener("keyup", onKeyUp, true);
    return () => window.removeEventListener("keyup", onKeyUp, true);
  }, [active]);
}

/** A month's days. @param day MM/DD/YYYY; anything else is today */
function Calendar({ day, onDay }: { day: string; onDay(day: string): void }) {
  const [written, month, date, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(day) ?? [];
  const selected = written ? new Date(Number(year), Number(month) - 1, Number(date)) : undefined;
  const [shown, setShown] = useState(selected ?? new Date());
  return (
    <DatePicker
      month={shown.getMonth()}
      year={shown.getFullYear()}
      selected={selected}
      onMonthChange={(toMonth, toYear) => setShown(new Date(toYear, toMonth, 1))}
      onChange={({ start }) =>
        onDay(
          `${two(start.getMonth() + 1)}/${two(start.getDate())}/${String(start.getFullYear()).padStart(4, "0")}`,
        )
      }
    />
  );
}

const two = (number: number) => String(number).padStart(2, "0");

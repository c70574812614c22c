import { Button, DatePicker, Popover } from "@shopify/polaris";
import { CalendarIcon } from "@shopify/polaris-icons";
import { useEffect, useRef, useState } from "react";
import { localIsoDate } from "~/platform/dates/iso-date";
import { formatUsDate, parseUsDate } from "~/platform/dates/us-date";

interface CalendarButtonProps {
  /** The field's. */
  label: string;
  /** MM/DD/YYYY; anything else is today. */
  day: string;
  /** The last day that can be chosen, YYYY-MM-DD. */
  max?: string;
  disabled?: boolean;
  /** Called with the chosen day, MM/DD/YYYY. */
  onDay(day: string): void;
}

/** At the end of a field for a day: opens a calendar to choose it from. */
export function CalendarButton({ label, day, max, disabled, onDay }: CalendarButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLSpanElement>(null);
  const close = () => {
    setOpen(false);
    // The calendar had the focus, and it is removed.
    button.current?.querySelector("button")?.focus();
  };
  useEscape(isOpen, close);
  return (
    <Popover
      active={isOpen}
      onClose={() => setOpen(false)}
      sectioned
      activator={
        <span ref={button}>
          <Button
            variant="plain"
            icon={CalendarIcon}
            accessibilityLabel={`Choose the day: ${label}`}
            disabled={disabled}
            onClick={() => setOpen(!isOpen)}
          />
        </span>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps a click from the field around the button, which would take the focus */}
      <div role="presentation" onClick={(event) => event.stopPropagation()}>
        <Calendar
          day={day}
          max={max}
          onDay={(chosen) => {
            onDay(chosen);
            close();
            // Nothing was typed, so the form wouldn't notice.
            button.current?.dispatchEvent(new Event("change", { bubbles: true }));
          }}
        />
      </div>
    </Popover>
  );
}

/** Escape closes only the calendar. The dialog around it listens too, and would close and lose all that was entered. */
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
function Calendar({ day, max, onDay }: Pick<CalendarButtonProps, "day" | "max" | "onDay">) {
  const isoDate = parseUsDate(day);
  // Without a zone, a date with a time is one of this machine, as the calendar's days are.
  const selected = isoDate ? new Date(`${isoDate}T00:00`) : undefined;
  const [shown, setShown] = useState(selected ?? new Date());
  return (
    <DatePicker
      month={shown.getMonth()}
      year={shown.getFullYear()}
      selected={selected}
      disableDatesAfter={max ? new Date(`${max}T00:00`) : undefined}
      onMonthChange={(toMonth, toYear) => setShown(new Date(toYear, toMonth, 1))}
      onChange={({ start }) => onDay(formatUsDate(localIsoDate(start)))}
    />
  );
}

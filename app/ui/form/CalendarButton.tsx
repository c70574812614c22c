import { BlockStack, Button, DatePicker, Popover, TextField } from "@shopify/polaris";
import { CalendarIcon } from "@shopify/polaris-icons";
import { useEffect, useRef, useState } from "react";
import { formatUsDate, parseUsDate } from "~/platform/dates/date-text";
import { localIsoDate } from "~/platform/dates/iso-date";

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
  /** Of a field for a day with its time: the time, HH:mm:ss or empty. Both are chosen before the calendar is closed. */
  clock?: string;
  onClock?(clock: string): void;
}

/** At the end of a field for a day: opens a calendar to choose it from, with a field for the time where there is one. */
export function CalendarButton(props: CalendarButtonProps) {
  const { label, day, max, disabled, onDay, clock, onClock } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLSpanElement>(null);
  const close = () => {
    setOpen(false);
    // The calendar had the focus, and it is removed.
    button.current?.querySelector("button")?.focus();
  };
  useEscape(isOpen, close);
  // Nothing was typed into the form's own field, so the form wouldn't notice.
  const notifyForm = () => button.current?.dispatchEvent(new Event("change", { bubbles: true }));
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
            accessibilityLabel={`Choose the day${onClock ? " and time" : ""}: ${label}`}
            disabled={disabled}
            onClick={() => setOpen(!isOpen)}
          />
        </span>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps a click from the field around the button, which would take the focus */}
      <div role="presentation" onClick={(event) => event.stopPropagation()}>
        <BlockStack gap="300">
          <Calendar
            day={day}
            max={max}
            onDay={(chosen) => {
              onDay(chosen);
              if (!onClock) close();
              notifyForm();
            }}
          />
          {onClock && (
            <TextField
              label={`Time of ${label}`}
              type="time"
              step={1}
              autoComplete="off"
              value={clock}
              disabled={!parseUsDate(day)}
              onChange={(chosen) => {
                // A time that is half typed is empty.
                if (chosen) onClock(chosen);
                notifyForm();
              }}
              connectedRight={<Button onClick={close}>Done</Button>}
            />
          )}
        </BlockStack>
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

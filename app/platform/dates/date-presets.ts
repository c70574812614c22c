import { addIsoDays } from "./iso-date";

/** The first and the last day, YYYY-MM-DD. */
interface Days {
  dateFrom: string;
  dateTo: string;
}

/** Ranges of days that people choose often, by what the choice shows. */
const PRESETS = {
  "Month to date": (today) => ({ dateFrom: `${today.slice(0, 7)}-01`, dateTo: today }),
  Today: (today) => ({ dateFrom: today, dateTo: today }),
  Yesterday: (today) => ({ dateFrom: addIsoDays(today, -1), dateTo: addIsoDays(today, -1) }),
  "Last 7 days": (today) => ({ dateFrom: addIsoDays(today, -6), dateTo: today }),
  "Last 30 days": (today) => ({ dateFrom: addIsoDays(today, -29), dateTo: today }),
  "Last month": (today) => {
    const dateTo = addIsoDays(`${today.slice(0, 7)}-01`, -1);
    return { dateFrom: `${dateTo.slice(0, 7)}-01`, dateTo };
  },
  "Year to date": (today) => ({ dateFrom: `${today.slice(0, 4)}-01-01`, dateTo: today }),
} satisfies Record<string, (today: string) => Days>;

export type DatePreset = keyof typeof PRESETS;

const DATE_PRESETS = Object.keys(PRESETS) as DatePreset[];

/** The days of a preset. @param today YYYY-MM-DD in the time zone of the page */
export const datesOf = (preset: DatePreset, today: string): Days => PRESETS[preset](today);

/** The choices of a select, and the chosen one: empty, as an additional choice, for days that no preset has. */
export function presetChoices({ dateFrom, dateTo }: Days, today: string) {
  const preset = DATE_PRESETS.find((one) => {
    const days = datesOf(one, today);
    return days.dateFrom === dateFrom && days.dateTo === dateTo;
  });
  return {
    value: preset ?? "",
    options: preset ? DATE_PRESETS : [{ label: "As entered", value: "" }, ...DATE_PRESETS],
  };
}

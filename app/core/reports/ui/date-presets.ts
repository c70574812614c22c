import { addIsoDays } from "~/platform/dates/iso-date";
import type { ReportDates } from "../schedule-times";

/** Ranges of dates that people choose often, by what the choice shows. Weeks begin on Monday. */
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
} satisfies Record<string, (today: string) => ReportDates>;

export type DatePreset = keyof typeof PRESETS;
export const DATE_PRESETS = Object.keys(PRESETS) as DatePreset[];

/** The dates of a preset. @param today YYYY-MM-DD in the report's time zone */
export const datesOf = (preset: DatePreset, today: string): ReportDates => PRESETS[preset](today);

/** The preset that has these dates. Undefined for other dates. */
export const presetOf = ({ dateFrom, dateTo }: ReportDates, today: string): DatePreset | undefined =>
  DATE_PRESETS.find((preset) => {
    const dates = datesOf(preset, today);
    return dates.dateFrom === dateFrom && dates.dateTo === dateTo;
  });

import type { Frequency } from "../schedule-times";

const FREQUENCY_LABELS: Record<Frequency, { when: string; covers: string }> = {
  daily: { when: "Every day", covers: "for the day before" },
  weekly: { when: "Every Monday", covers: "for the week before" },
  monthly: { when: "On the 1st", covers: "for the month before" },
};

/** How often, and what it covers if the report has dates. */
export function frequencyLabel(frequency: Frequency, hasDates: boolean): string {
  const { when, covers } = FREQUENCY_LABELS[frequency];
  return hasDates ? `${when}, ${covers}` : when;
}

/** An hour of the day: "6:00 AM". */
export const hourText = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? "AM" : "PM"}`;

/** "Every Monday, for the week before, at 6:00 AM (America/New_York)" */
export const frequencyText = (
  { frequency, hour }: { frequency: Frequency; hour: number },
  timeZone: string,
  hasDates: boolean,
): string => `${frequencyLabel(frequency, hasDates)}, at ${hourText(hour)} (${timeZone})`;

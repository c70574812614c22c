import type { Frequency } from "../schedule-times";

/** How often, and what it covers. */
export const FREQUENCY_LABELS: Record<Frequency, string> = {
  daily: "Every day, for the day before",
  weekly: "Every Monday, for the week before",
  monthly: "On the first of each month, for the month before",
};

/** An hour of the day: "6:00 AM". */
export const hourText = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? "AM" : "PM"}`;

/** "Every Monday, for the week before, at 6:00 AM (America/New_York)" */
export const frequencyText = (frequency: Frequency, hour: number, timeZone: string): string =>
  `${FREQUENCY_LABELS[frequency]}, at ${hourText(hour)} (${timeZone})`;

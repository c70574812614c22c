const UNITS = [
  { name: "day", seconds: 86_400 },
  { name: "hour", seconds: 3_600 },
  { name: "minute", seconds: 60 },
  { name: "second", seconds: 1 },
] as const;

/** A length of time in its largest unit: "12 seconds", "1 minute", "3 hours". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const unit = UNITS.find((candidate) => whole >= candidate.seconds) ?? UNITS[3];
  const count = Math.round(whole / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}

/** How far away a date is: "in 7 days", "tomorrow", "today". */
export const formatDaysAhead = (days: number): string =>
  days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;

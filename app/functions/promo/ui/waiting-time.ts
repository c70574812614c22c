const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** The seconds below which a duration is shown in this unit. */
const UNITS = [
  { below: MINUTE, seconds: 1, name: "second" },
  { below: HOUR, seconds: MINUTE, name: "minute" },
  { below: 216_000, seconds: HOUR, name: "hour" },
  { below: 1_296_000, seconds: DAY, name: "day" },
] as const;

/**
 * How long a submission waits or has waited, in one unit: `12 minutes`. From 15 days on: `Over a Month`. The limits between the units
 * are required, so other durations (`app/platform/dates/duration.ts`) read differently.
 * @param seconds 0 or more
 */
export function formatWaitingTime(seconds: number): string {
  const unit = UNITS.find(({ below }) => seconds < below);
  if (!unit) return "Over a Month";
  const count = Math.floor(seconds / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}

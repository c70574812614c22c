const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter costs a hundred times more than using it, and a list shows one date per row. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** Put together from parts: the separators between them differ between versions of ICU, so server and browser could disagree. */
function partsOf(instant: Date, timeZone: string): Record<string, string> {
  return Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
}

/** An instant in a time zone: its day as MM/DD/YYYY, and with the time of day as MM/DD/YYYY HH:mm. */
export function momentTexts(instant: Date, timeZone: string): { day: string; moment: string } {
  const { month, day, year, hour, minute } = partsOf(instant, timeZone);
  const written = `${month}/${day}/${year}`;
  return { day: written, moment: `${written} ${hour}:${minute}` };
}

const UNITS = [
  { name: "day", seconds: 86_400 },
  { name: "hour", seconds: 3_600 },
  { name: "minute", seconds: 60 },
  { name: "second", seconds: 1 },
] as const;

/** A length of time in words, in its largest unit: "12 seconds", "1 minute", "3 hours". */
export function durationInWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const unit = UNITS.find((candidate) => whole >= candidate.seconds) ?? UNITS[3];
  const count = Math.round(whole / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}

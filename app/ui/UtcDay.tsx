import { formatInstant } from "~/platform/dates/instant";

/** An instant's date in UTC, MM/DD/YYYY, for what is recorded and filtered by days in UTC. */
export function UtcDay({ at }: { at: Date }) {
  const { date, dateTime } = formatInstant(at, "UTC");
  if (Number.isNaN(+at)) return date;
  return (
    <time dateTime={at.toISOString()} title={`${dateTime} (UTC)`}>
      {date}
    </time>
  );
}

import { formatInstant } from "~/platform/dates/instant";

/** An instant's date in UTC, MM/DD/YYYY, or with the time of day: for what is recorded and filtered by days in UTC. */
export function UtcDay({ at, time = false }: { at: Date; time?: boolean }) {
  const { date, dateTime } = formatInstant(at, "UTC");
  if (Number.isNaN(+at)) return date;
  return (
    <time dateTime={at.toISOString()} title={`${dateTime} (UTC)`}>
      {time ? dateTime : date}
    </time>
  );
}

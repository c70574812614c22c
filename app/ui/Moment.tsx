import { formatInputDateTime, formatInstant } from "~/platform/dates/instant";
import { formatUsDate } from "~/platform/dates/us-date";
import { useTimeZone } from "~/ui/frame";

/**
 * An instant as people of the shop read it: `12/26/2021` (the specification's form), or with the time of day.
 * The time zone and the form are fixed, so the server and the browser write the same text. Empty for no instant.
 */
export function Moment({ at, time = false }: { at: string | Date | null | undefined; time?: boolean }) {
  const timeZone = useTimeZone();
  const instant = at ? new Date(at) : null;
  if (!instant || Number.isNaN(instant.getTime())) return null;
  const { date, dateTime } = formatInstant(instant, timeZone);
  return (
    <time dateTime={instant.toISOString()} title={`${dateTime} (${timeZone})`}>
      {time ? dateTime : date}
    </time>
  );
}

/** A day of the calendar, MM/DD/YYYY. In a narrow column it stays in one line. @param date YYYY-MM-DD */
export const Day = ({ date }: { date: string }) => <time dateTime={date}>{formatUsDate(date)}</time>;

/** An instant with its seconds as people of the shop read it: `12/26/2026 7:30:00 PM`. Empty for no instant. */
export function SecondsMoment({ at }: { at: string | null }) {
  const timeZone = useTimeZone();
  if (!at) return null;
  return (
    <time dateTime={at} title={timeZone}>
      {formatInputDateTime(new Date(at), timeZone)}
    </time>
  );
}

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

import { useEffect, useState } from "react";
import { formatDuration, formatUsDate } from "~/platform/dates/date-text";
import { formatInputDateTime, formatInstant } from "~/platform/dates/instant";
import { nameOfTimeZone, useShopTimeZone, useTimeZone } from "~/ui/frame";

interface MomentProps {
  at: string | Date | null | undefined;
  /** With the time of day. */
  time?: boolean;
  /** Names the zone where it isn't the shop's. Without it the heading above has to (`zone` of a column). */
  named?: boolean;
  /** The IANA name, such as "UTC" for what is recorded and filtered by days in UTC. Without it, the screen's zone. */
  zone?: string;
}

/**
 * An instant as people of the shop read it: `12/26/2021` (the specification's form), or with the time of day: `12/26/2021 7:30 PM`.
 * The time zone and the form are fixed, so the server and the browser write the same text. Empty for no instant.
 */
export function Moment({ at, time = false, named = false, zone }: MomentProps) {
  const screenZone = useTimeZone();
  const shopZone = useShopTimeZone();
  const timeZone = zone ?? screenZone;
  if (!at) return null;
  const instant = new Date(at);
  const { date, dateTime } = formatInstant(instant, timeZone);
  if (Number.isNaN(+instant)) return date;
  return (
    <time dateTime={instant.toISOString()} title={`${dateTime} (${timeZone})`}>
      {time ? dateTime : date}
      {named && timeZone !== shopZone && ` ${nameOfTimeZone(timeZone)}`}
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

const TICK_MS = 10_000;

/**
 * How long ago an instant was, in words, kept up to date: "12 seconds ago".
 * `now` is the server's clock when it answered: the first paint counts from it on both sides, so that both write the same.
 */
export function TimeAgo({ at, now }: { at: string; now: string }) {
  const [elapsedSinceAnswer, setElapsed] = useState(0);
  // Each new value restarts the counting.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `now` and `at` mark a new answer
  useEffect(() => {
    const answeredAt = performance.now();
    setElapsed(0);
    const timer = setInterval(() => setElapsed((performance.now() - answeredAt) / 1000), TICK_MS);
    return () => clearInterval(timer);
  }, [now, at]);
  const timeZone = useTimeZone();
  const seconds = (Date.parse(now) - Date.parse(at)) / 1000 + elapsedSinceAnswer;
  return (
    <time dateTime={at} title={`${formatInstant(new Date(at), timeZone).dateTime} (${timeZone})`}>
      {seconds < 1 ? "just now" : `${formatDuration(seconds)} ago`}
    </time>
  );
}

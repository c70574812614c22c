import { useEffect, useState } from "react";
import { formatDuration } from "~/platform/dates/date-text";
import { formatInstant } from "~/platform/dates/instant";
import { useTimeZone } from "./frame";

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

import { formatInstant } from "~/platform/dates/instant";
import { useTimeZone } from "./frame";

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

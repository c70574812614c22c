import { formatInputDateTime } from "~/platform/dates/instant";
import { useTimeZone } from "./frame";

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

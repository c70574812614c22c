import { formatInstant } from "~/platform/dates/instant";

/** An instant in a list of submissions, in UTC: `11/22 6:05 pm`. The year is in its title. */
export function SubmissionMoment({ at }: { at: string | null }) {
  if (!at) return null;
  const { dateTime } = formatInstant(new Date(at), "UTC");
  return (
    <time dateTime={at} title={`${dateTime} (UTC)`}>
      {shortMoment(dateTime)}
    </time>
  );
}

/** @param dateTime `MM/DD/YYYY HH:mm` */
function shortMoment(dateTime: string): string {
  const [hour = 0, minute = ""] = dateTime.slice(11).split(":");
  return `${dateTime.slice(0, 5)} ${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? "am" : "pm"}`;
}

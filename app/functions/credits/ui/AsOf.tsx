import { formatInstant } from "~/platform/dates/instant";

interface AsOfProps {
  /** When the balance was last compared with Shopify, ISO 8601. Null for never. */
  at: string | null;
  /** The server's clock when it answered, ISO 8601. Times of the same day (UTC) are shown without the date. */
  now: string;
}

/** How current a balance is, such as "as of 22:15 UTC". Instants of store credit are in UTC. */
export function AsOf({ at, now }: AsOfProps) {
  if (at === null) return "not yet compared with Shopify";
  const { date, dateTime } = formatInstant(new Date(at), "UTC");
  const isToday = formatInstant(new Date(now), "UTC").date === date;
  return (
    <>
      as of <time dateTime={at}>{isToday ? dateTime.slice(-5) : dateTime}</time> UTC
    </>
  );
}

import { TZDate } from "@date-fns/tz";

const two = (value: number) => String(value).padStart(2, "0");

/** An instant as `MM-DD-YYYY HH:mm:ss` in a time zone. */
export function formatDashedDateTime(instant: Date, timeZone: string): string {
  const local = new TZDate(+instant, timeZone);
  const day = `${two(local.getMonth() + 1)}-${two(local.getDate())}-${String(local.getFullYear()).padStart(4, "0")}`;
  return `${day} ${two(local.getHours())}:${two(local.getMinutes())}:${two(local.getSeconds())}`;
}

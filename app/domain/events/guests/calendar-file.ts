import type { ShopEvent } from "../event.server";

/** The longest line of a calendar file, in bytes (RFC 5545, 3.1). */
const MAX_LINE_BYTES = 75;

const encoder = new TextEncoder();

/** A value of type TEXT (RFC 5545, 3.3.11). */
const escapeText = (text: string): string =>
  text
    .replaceAll("\\", "\\\\")
    .replaceAll(";", "\\;")
    .replaceAll(",", "\\,")
    .replace(/\r\n|[\n\r]/g, "\\n");

/** Folds a line into lines of at most 75 bytes. A character isn't split. */
function foldLine(line: string): string {
  let folded = "";
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > MAX_LINE_BYTES) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}

const utcStamp = (instant: Date): string => `${instant.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** An event as a calendar file (RFC 5545). A newer version of the event replaces an older one in the guest's calendar. */
export const calendarFile = (
  { shop, id, version, name, description, location, dateFrom, dateTo }: ShopEvent,
  now: Date,
): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Backroom//Events//EN",
    "BEGIN:VEVENT",
    `UID:event-${id}@${shop}`,
    `SEQUENCE:${version}`,
    `DTSTAMP:${utcStamp(now)}`,
    `DTSTART:${utcStamp(dateFrom)}`,
    `DTEND:${utcStamp(dateTo)}`,
    `SUMMARY:${escapeText(name)}`,
    `DESCRIPTION:${escapeText(description)}`,
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]
    .map(foldLine)
    .join("\r\n");

import { isoDateOf } from "./iso-date";

/** An ISO date as people read it, `MM/DD/YYYY`. */
export const formatUsDate = (isoDate: string): string =>
  `${isoDate.slice(5, 7)}/${isoDate.slice(8, 10)}/${isoDate.slice(0, 4)}`;

/** The ISO date of a text `MM/DD/YYYY`; null for any other text, and for a date that the calendar doesn't have. */
export function parseUsDate(text: string): string | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  return match && isoDateOf(Number(match[3]), Number(match[1]), Number(match[2]));
}

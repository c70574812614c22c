import { formatUsDate } from "~/platform/dates/us-date";

/** A day of the calendar, MM/DD/YYYY. In a narrow column it stays in one line. @param date YYYY-MM-DD */
export const Day = ({ date }: { date: string }) => <time dateTime={date}>{formatUsDate(date)}</time>;

/** The statuses of a registration code. */
export type CodeStatus = "Active" | "Scheduled" | "Used Up" | "Expired";

/** The figures that a code's status follows from. Days are YYYY-MM-DD in the shop's calendar. */
interface CodeFigures {
  startDay: string;
  endDay: string;
  maxCount: number | null;
  currentCount: number;
}

/** The status of a code on a day of the shop's calendar. Its last day is the last one on which it can be used. */
export function codeStatus(code: CodeFigures, today: string): CodeStatus {
  if (today > code.endDay) return "Expired";
  if (today < code.startDay) return "Scheduled";
  return code.maxCount !== null && code.currentCount >= code.maxCount ? "Used Up" : "Active";
}

/** Where the import reads a cell otherwise than openpyxl and xlrd, on purpose. */
interface Decision {
  /** The name under which differences are counted. */
  name: string;
  reason: string;
  applies(own: string, other: string): boolean;
}

const DECISIONS: readonly Decision[] = [
  {
    name: "leading zeros",
    reason:
      "A format that fills up with zeros is part of the value: an id of 000123. The others return the number.",
    applies: (own, other) =>
      /(^|\D)0\d/.test(own) && Number(own.replace(/\D/g, "")) === Number(other.replace(/\D/g, "")),
  },
  {
    name: "no stored result",
    reason: "A formula without a stored result is refused in its row. The others return a blank cell.",
    applies: (own, other) => own === "#NO_RESULT!" && other === "",
  },
  {
    name: "negative dates",
    reason: "A negative number isn't a date, whatever its format. The others return a day before 1900.",
    applies: (own, other) => Number(own) < 0 && /^1[0-8]\d\d-/.test(other),
  },
  {
    name: "times of day",
    reason: "A format without a day shows a time only. The others return the day that is hidden, too.",
    applies: (own, other) => {
      const [, hour, minute, half] = /(\d{1,2})[:時](\d\d)(?:[:分]\d\d秒?)?(?: ([AP])M)?$/.exec(own) ?? [];
      if (!hour || !minute) return false;
      // Minutes and seconds only.
      if (other.endsWith(`:${hour}:${minute}`)) return true;
      const hours = half ? (Number(hour) % 12) + (half === "P" ? 12 : 0) : Number(hour);
      return new RegExp(`(^|-\\d\\d )0?${hours}:${minute}`).test(`${other} 00:00`);
    },
  },
  {
    name: "escaped characters",
    reason: "_x000D_ is a line break (ECMA-376, 22.9.2.19). openpyxl returns the escape.",
    applies: (own, other) =>
      /_x[0-9A-F]{4}_/i.test(other) &&
      plain(own) ===
        plain(
          other.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
            String.fromCharCode(Number.parseInt(code, 16)),
          ),
        ),
  },
  {
    name: "elapsed time",
    reason: "A format such as [h]:mm:ss shows a duration. The others return the day that has its number.",
    applies: (own, other) => {
      const [, hours = "", rest] = /^(\d+)(:\d\d:\d\d)$/.exec(own) ?? [];
      const clock = String(Number(hours) % 24).padStart(2, "0");
      return (
        Number(hours) >= 24 && (other.endsWith(` ${clock}${rest}`) || (rest === ":00:00" && clock === "00"))
      );
    },
  },
  {
    name: "day zero",
    reason:
      "A spreadsheet shows the number 0 as 1900-01-00, or nothing with some formats. The others return the day before, or a time only.",
    applies: (own, other) =>
      (own === "" || own.startsWith("1900-01-00")) && /^(1899-12-3[01]|\d\d:)/.test(other),
  },
  {
    name: "a leap day that never was",
    reason: "A spreadsheet counts 1900-02-29 as a day, and shows it. The others return the day before.",
    applies: (own, other) => own.startsWith("1900-02-29") && other.startsWith("1900-02-28"),
  },
  {
    name: "notation",
    reason: "A number is read without an exponent, and one that rounds to nothing as 0.",
    applies: (own, other) =>
      /e[-+]/.test(other) && Math.abs(Number(own) - Number(other)) <= Math.abs(Number(other)) * 1e-4 + 1e-20,
  },
  {
    name: "more than 15 digits",
    reason:
      "A spreadsheet stores and shows 15 digits of a number. The others print digits that it never had.",
    applies: (own, other) =>
      other.replace(/\D/g, "").length >= 15 &&
      Math.abs(Number(own) - Number(other)) <= Math.abs(Number(other)) * 1e-14,
  },
];

/** Files with a difference of their own. */
const ONE_PART =
  "Formats of one part of a date, such as d or h, show a day or an hour. The readers differ in which.";
const MINUTES = "The format mmss.0 shows minutes and seconds. xlrd returns the whole date.";
const FILES: Readonly<Record<string, string>> = {
  "LONumbers.xls": ONE_PART,
  "LONumbers.xlsx": ONE_PART,
  "LONumbers-2010.xls": ONE_PART,
  "LONumbers-2010.xlsx": ONE_PART,
  "LONumbers-2011.xls": ONE_PART,
  "LONumbers-2011.xlsx": ONE_PART,
  "number_format.xls": MINUTES,
  "number_format_estonian.xls": MINUTES,
  "number_format_greek.xls": MINUTES,
  "number_format_russian.xls": MINUTES,
  "number_format_vietnamese.xls": MINUTES,
  "52575_main.xlsx": "A cell with an inline text has it in its value. openpyxl returns a blank cell.",
};

const plain = (text: string): string => text.replace(/\r\n?/g, "\n").replace(/\n+/g, "\n").trim();

/** The decision by which two readings of a cell differ on purpose. Undefined for a difference that isn't decided. */
export const decidedDifference = (file: string, own: string, other: string): string | undefined =>
  DECISIONS.find(({ applies }) => applies(own, other))?.name ?? (FILES[file] && "decided files");

import { Refusal } from "../errors";

/** As many rows as one answer has, and as a browser makes a spreadsheet of in a moment. */
export const MOST_ROWS_AT_ONCE = 5_000;

/** The refusal's code when there are more: then a job writes the file. */
export const TOO_MANY_ROWS = "TOO_MANY_ROWS";

/** 400 with the code `TOO_MANY_ROWS`. @param instead what to do, a whole sentence */
export const tooManyRowsAtOnce = (instead: string) =>
  new Refusal(
    400,
    TOO_MANY_ROWS,
    `There are more than ${MOST_ROWS_AT_ONCE.toLocaleString("en-US")} rows, too many for one answer. ${instead}`,
  );

import { Refusal } from "~/platform/errors";

/** How many rows one answer has at most: a browser makes a spreadsheet of them in a moment. */
export const MAX_ROWS_PER_ANSWER = 5_000;

/** The refusal's code when there are more: then a job writes the file. */
export const TOO_MANY_ROWS = "TOO_MANY_ROWS";

/** 400 with the code `TOO_MANY_ROWS`. @param instead what to do instead, a whole sentence */
export const tooManyRows = (instead: string) =>
  new Refusal(
    400,
    TOO_MANY_ROWS,
    `There are more than ${MAX_ROWS_PER_ANSWER.toLocaleString("en-US")} rows, too many for one answer. ${instead}`,
  );

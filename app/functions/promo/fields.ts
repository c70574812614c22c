import { z } from "zod";
import { MAX_REPLY_LENGTH } from "~/domain/submissions/reply-text";
import { parseUsDate } from "~/platform/dates/date-text";
import { MAX_RECORDS, MAX_SELECTED } from "./messages";

/** The number of a submission. */
export const submissionId = z.coerce
  .number("must be the number of a submission")
  .int("must be the number of a submission")
  .min(1, "must be the number of a submission")
  .max(Number.MAX_SAFE_INTEGER, "must be the number of a submission");

/** The submissions that a call changes. */
export const submissionIds = z
  .array(submissionId, "must be a list of numbers of submissions")
  .min(1, "Select at least one submission.")
  .max(MAX_SELECTED, MAX_RECORDS)
  .transform((ids) => [...new Set(ids)]);

/** The number of a reason. */
export const reasonId = z.coerce
  .number("Select a reason.")
  .int("Select a reason.")
  .min(1, "Select a reason.")
  .max(Number.MAX_SAFE_INTEGER, "Select a reason.");

/** The id of a promotion. */
export const promotionId = z.coerce
  .number("must be the id of a promotion")
  .int("must be the id of a promotion")
  .min(1, "must be the id of a promotion")
  .max(2_147_483_647, "must be the id of a promotion");

/** The id of an administrator, as `reviewers/list` has it. */
export const administratorId = z.string().trim().min(1, "Select an assignee.").max(40, "Select an assignee.");

/** Chosen by the caller; repeating it has no further effect. */
export const operationId = z.string().min(8).max(100).optional();

/** A day of a filter, MM/DD/YYYY; stored as YYYY-MM-DD. */
export const filterDay = z
  .string()
  .trim()
  .transform((text, context) => {
    const day = parseUsDate(text);
    if (day) return day;
    context.addIssue("must be a date as MM/DD/YYYY");
    return z.NEVER;
  });

export const search = z.string().trim().max(60, "must be at most 60 characters").default("");
export const sortOrder = z.enum(["asc", "desc"], "must be asc or desc").default("asc");

/** A text of a filter. An empty one filters nothing. */
export const filterText = z
  .string()
  .trim()
  .max(255, "must be at most 255 characters")
  .transform((text) => text || undefined)
  .optional();

/** A query parameter that is on or off. */
export const yesNo = z.enum(["true", "false"], "must be true or false").transform((text) => text === "true");

/** What a reviewer writes to a customer. Its placeholders are filled for each submission. */
export const message = z
  .string("Enter a message.")
  .trim()
  .min(1, "Enter a message.")
  .max(MAX_REPLY_LENGTH, `A message has at most ${MAX_REPLY_LENGTH.toLocaleString("en-US")} characters.`);

/** What every call answers, beside its own fields. */
export const answered = { status: z.literal(true), msg: z.string() };

/** A list of options, each with an id. */
export const listOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...answered, list: z.array(z.object({ id: z.union([z.number(), z.string()]), ...shape })) });

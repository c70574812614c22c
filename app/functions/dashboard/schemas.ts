import { z } from "zod";
import * as segments from "./segments";

/** A metric's value on a day that has a reading. */
export const point = z.object({
  /** YYYY-MM-DD in the shop's time zone. */
  date: z.string(),
  value: z.number().int(),
  /** False when Shopify answered that there are at least this many. */
  isExact: z.boolean(),
});

export type Point = z.infer<typeof point>;

const whole = z.number().int();

/** How a figure developed in a range of days, beside the period before. */
const trend = z.object({
  /** A metric, or the name of a segment. */
  id: z.string(),
  title: z.string(),
  /** The customers behind the figure, in Shopify's segment query language. Empty for all customers. */
  query: z.string(),
  days: z.array(
    point.extend({
      /** The difference to the day before. Null without an exact reading of both days. */
      gained: whole.nullable(),
      /** What is usual on this day of the week, when `gained` is outside of it. */
      usual: z.object({ from: z.number(), to: z.number() }).nullable(),
    }),
  ),
  /** The last value of the range. */
  now: whole.nullable(),
  /** The last value of the period before. */
  before: whole.nullable(),
  /** How much was gained in the range, and in the period before. */
  gained: whole.nullable(),
  gainedBefore: whole.nullable(),
});

export type Trend = z.infer<typeof trend>;

/** What staff noted about a day. */
const dayNote = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  text: z.string(),
  by: z.string(),
});

export type DayNote = z.infer<typeof dayNote>;

const segmentName = z
  .string("Enter a name.")
  .trim()
  .min(1, "Enter a name.")
  .max(segments.MAX_SEGMENT_NAME, `Enter at most ${segments.MAX_SEGMENT_NAME} characters.`);

/** A tag without the characters that would end it in a query. */
const tag = z
  .string(segments.TAG_NOT_VALID)
  .trim()
  .max(segments.MAX_TAG, segments.TAG_NOT_VALID)
  .regex(/^[^'\\,]*$/, segments.TAG_NOT_VALID);

const segment = z
  .object({
    name: segmentName,
    tag,
    tagIs: z.enum(segments.TAG_CHOICES),
    email: z.boolean(),
    sms: z.boolean(),
  })
  .refine(({ tag, tagIs }) => tagIs === "any" || tag !== "", { path: ["tag"], message: "Enter a tag." })
  .refine((one) => segments.queryOf(one) !== "", { path: ["tagIs"], message: segments.NOTHING_CHOSEN });

/** What the account owner declared: the tag that the figures are split by, and further segments. */
export const segmentSettings = z.object({
  tag: tag.min(1, "Enter a tag."),
  segments: z
    .array(segment)
    .max(segments.MAX_SEGMENTS, `Enter at most ${segments.MAX_SEGMENTS} segments.`)
    .refine((all) => new Set(all.map(segments.queryOf)).size === all.length, segments.SAME_SEGMENT)
    .refine(
      (all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length,
      segments.SAME_NAME,
    ),
});

export type SegmentSettings = z.infer<typeof segmentSettings>;

export const questions = z.object({
  /** The days that the range is compared with, YYYY-MM-DD. */
  before: z.object({ dateFrom: z.string(), dateTo: z.string() }),
  /** The number of all customers, of subscribers, and of customers with and without the tag. */
  metrics: z.array(trend),
  segments: z.array(trend),
  notes: z.array(dayNote),
  declared: segmentSettings,
});

export type Questions = z.infer<typeof questions>;

import { z } from "zod";
import { customerNumber } from "~/domain/customers/mirror-row";
import { MAX_AMOUNT, MAX_REFERENCE_LENGTH } from "~/domain/ledger/posting";
import { addUtcDays } from "~/platform/dates/instant";
import { isMailAddress } from "~/platform/mail-address";
import { readAmount } from "~/platform/money/decimal";
import { cleanIdentifier } from "~/platform/text/identifier";
import { utcDay } from "./filter-address";
import * as messages from "./messages";

/** The idempotency key, made by the caller. */
export const operationId = z
  .string("must be a text")
  .min(8, "must be at least 8 characters")
  .max(100, "must be at most 100 characters");

/**
 * An amount above zero, as a number or text, as decimal text then: only the shop's currency says how many decimals it may have.
 * `centsIn` of `post-credits.server.ts` reads it.
 */
export const amount = z.unknown().transform((written, context) => {
  const text = readAmount(written);
  if (text !== null && Number(text) > 0 && Number(text) <= MAX_AMOUNT) return text;
  context.addIssue(messages.AMOUNT_NOT_VALID);
  return z.NEVER;
});

/** The opening credit of a new customer. It may be 0. */
export const openingAmount = z.unknown().transform((written, context) => {
  const text = readAmount(written);
  if (text !== null && Number(text) <= MAX_AMOUNT) return text;
  context.addIssue(messages.OPENING_NOT_VALID);
  return z.NEVER;
});

export const reference = z
  .string(messages.REFERENCE_REQUIRED)
  .trim()
  .min(1, messages.REFERENCE_REQUIRED)
  .max(MAX_REFERENCE_LENGTH, messages.REFERENCE_REQUIRED);

export const email = z
  .string(messages.EMAIL_NOT_VALID)
  .overwrite(cleanIdentifier)
  .refine(isMailAddress, messages.EMAIL_NOT_VALID);

/**
 * What to do when the request repeats earlier postings, or requests that wait for approval: `ask` posts nothing and answers with them,
 * `post` posts it. Pages ask first. Scripts have idempotency keys.
 */
export const onRepeat = z.enum(["ask", "post"], "must be ask or post").default("post");

/** The id of an erased customer: a list shows it, and nothing can be posted for it. */
const ERASED_NUMBER = /^-[1-9]\d{0,15}$/;

/** Customers' ids, joined by commas, without duplicates. An erased customer is accepted here and refused later, without the others. */
export const ids = z.string(messages.IDS_NOT_VALID).transform((text, context) => {
  const numberOf = (id: string) => (ERASED_NUMBER.test(id) ? Number(id) : customerNumber(id));
  const numbers = text.split(",").map((id) => numberOf(id.trim()));
  const customerIds = [...new Set(numbers)];
  if (customerIds.some((number) => number === null || number === 0)) context.addIssue(messages.IDS_NOT_VALID);
  else if (customerIds.length > messages.MAX_CUSTOMERS) context.addIssue(messages.TOO_MANY_CUSTOMERS);
  else return customerIds as number[];
  return z.NEVER;
});

/** Midnight (UTC) of a day written as MM/DD/YYYY; nothing for empty text. */
export const day = z
  .string(messages.DAY_NOT_VALID)
  .trim()
  .transform((text, context) => {
    if (text === "") return undefined;
    const start = utcDay(text);
    if (start) return start;
    context.addIssue(messages.DAY_NOT_VALID);
    return z.NEVER;
  });

/** The instant at which a day that begins at this one is over. */
export const dayAfter = (start: Date): Date => addUtcDays(start, 1);

/** `"0,25.50"` as two amounts in decimal text; nothing for empty text. */
export const range = z
  .string(messages.RANGE_NOT_VALID)
  .trim()
  .transform((text, context): [string, string] | undefined => {
    if (text === "") return undefined;
    const bounds = text.split(",").map(readAmount);
    const [least = null, most = null] = bounds;
    if (bounds.length === 2 && least !== null && most !== null && Number(least) <= Number(most))
      return [least, most];
    context.addIssue(messages.RANGE_NOT_VALID);
    return z.NEVER;
  });

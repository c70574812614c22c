import { addDays } from "date-fns";
import { z } from "zod";
import { customerNumber } from "~/domain/customers/mirror-row";
import { MOST_CENTS, MOST_REFERENCE } from "~/domain/ledger/posting";
import { isMailAddress } from "~/platform/mail-address";
import { writtenCents } from "~/platform/money";
import { utcDay } from "./filter-address";
import {
  AMOUNT_NOT_VALID,
  DAY_NOT_VALID,
  EMAIL_NOT_VALID,
  IDS_NOT_VALID,
  MOST_CUSTOMERS,
  OPENING_NOT_VALID,
  RANGE_NOT_VALID,
  REFERENCE_REQUIRED,
  TOO_MANY_CUSTOMERS,
} from "./messages";

/** What makes a repetition harmless; made by the caller. */
export const operationId = z
  .string("must be a text")
  .min(8, "must be at least 8 characters")
  .max(100, "must be at most 100 characters");

/** An amount above zero, as a number or text of dollars; whole cents then. */
export const amount = z.unknown().transform((written, context) => {
  const cents = writtenCents(written);
  if (cents !== null && cents <= MOST_CENTS) return cents;
  context.addIssue(AMOUNT_NOT_VALID);
  return z.NEVER;
});

/** The opening credit of an added customer: it may be nothing. */
export const openingAmount = z.unknown().transform((written, context) => {
  if ((written === 0 || typeof written === "string") && /^0(\.0{1,2})?$/.test(String(written))) return 0;
  const cents = writtenCents(written);
  if (cents !== null && cents <= MOST_CENTS) return cents;
  context.addIssue(OPENING_NOT_VALID);
  return z.NEVER;
});

export const reference = z
  .string(REFERENCE_REQUIRED)
  .trim()
  .min(1, REFERENCE_REQUIRED)
  .max(MOST_REFERENCE, REFERENCE_REQUIRED);

export const email = z.string(EMAIL_NOT_VALID).trim().refine(isMailAddress, EMAIL_NOT_VALID);

/** The number that somebody's account has whose data were erased: a list shows it, and nothing can be posted for it. */
const ERASED_NUMBER = /^-[1-9]\d{0,15}$/;

/** Customers' ids, joined by commas; one that comes twice counts once. Of somebody erased, the request is refused for them alone. */
export const ids = z.string(IDS_NOT_VALID).transform((text, context) => {
  const numberOf = (id: string) => (ERASED_NUMBER.test(id) ? Number(id) : customerNumber(id));
  const numbers = text.split(",").map((id) => numberOf(id.trim()));
  const known = [...new Set(numbers)];
  if (known.some((number) => number === null || number === 0)) context.addIssue(IDS_NOT_VALID);
  else if (known.length > MOST_CUSTOMERS) context.addIssue(TOO_MANY_CUSTOMERS);
  else return known as number[];
  return z.NEVER;
});

/** Midnight (UTC) of a day written as MM/DD/YYYY; nothing for empty text. */
export const day = z
  .string(DAY_NOT_VALID)
  .trim()
  .transform((text, context) => {
    if (text === "") return undefined;
    const start = utcDay(text);
    if (start) return start;
    context.addIssue(DAY_NOT_VALID);
    return z.NEVER;
  });

/** The instant at which a day that begins at this one is over. */
export const dayAfter = (start: Date): Date => addDays(start, 1);

/** `"0,25.50"` as cents; nothing for empty text. */
export const range = z
  .string(RANGE_NOT_VALID)
  .trim()
  .transform((text, context): [number, number] | undefined => {
    if (text === "") return undefined;
    const bounds = text.split(",").map(boundCents);
    const [least = null, most = null] = bounds;
    if (bounds.length === 2 && least !== null && most !== null && least <= most) return [least, most];
    context.addIssue(RANGE_NOT_VALID);
    return z.NEVER;
  });

const boundCents = (text: string): number | null =>
  /^0+(\.0{1,2})?$/.test(text.trim()) ? 0 : writtenCents(text);

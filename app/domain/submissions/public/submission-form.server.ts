import { z } from "zod";
import { isStorable } from "~/platform/contract/storable-text";
import { parseStoredDate } from "~/platform/dates/date-text";
import { isMailAddress, oneLine } from "~/platform/mail-address";
import type { Cents } from "~/platform/money/cents";
import { parseAmount } from "~/platform/money/decimal";
import { cleanIdentifier } from "~/platform/text/identifier";
import { type ChoiceKind, FIELDS, type FieldName, type FormValues } from "../form-fields";
import { countryCodeOf } from "../orders/country-codes";
import type { Promotion } from "../promotions.server";
import { receiptKeyOf } from "../submission-filter.server";

/** What a customer submits, checked. */
export interface NewSubmission {
  email: string;
  gender: string | null;
  ageRange: string | null;
  purchasingMethod: string;
  /** YYYY-MM-DD. */
  purchaseDay: string;
  receiptId: string;
  amountCents: Cents | null;
  modelNumber: string;
  retailer: string;
  purchaseCity: string | null;
  purchaseState: string;
  shippingFirstName: string;
  shippingLastName: string;
  shippingAddress1: string;
  shippingAddress2: string | null;
  shippingCity: string;
  shippingState: string;
  shippingPostalCode: string;
  shippingCountry: string;
  /** Ten digits. */
  shippingPhone: string | null;
}

export type ReadForm =
  | { submission: NewSubmission; operationId: string }
  | { errors: Partial<Record<FieldName, string>> };

const NAMES = Object.keys(FIELDS) as FieldName[];

/** The fields that identify the customer or the receipt. */
const IDENTIFIERS: ReadonlySet<FieldName> = new Set(["email", "receiptId"]);

/** The values of a form, to show them again. A text that can't be stored becomes empty. */
export const formValues = (form: FormData, { choices }: Pick<Promotion, "choices">): FormValues =>
  Object.fromEntries(
    NAMES.map((name) => {
      const value = form.get(name);
      const text =
        typeof value === "string" && isStorable(value)
          ? oneLine(IDENTIFIERS.has(name) ? cleanIdentifier(value) : value)
          : "";
      // A stored choice can have other spaces.
      return [name, offeredFor(name, choices).find((offered) => oneLine(offered) === text) ?? text];
    }),
  ) as FormValues;

/** Checks a form against the promotion. @param today YYYY-MM-DD in the shop's calendar */
export function readSubmissionForm(
  form: FormData,
  promotion: Pick<Promotion, "choices">,
  { currency, today }: { currency: string; today: string },
): ReadForm {
  const values = formValues(form, promotion);
  const errors: Partial<Record<FieldName, string>> = {};
  for (const name of NAMES) {
    const problem = problemOf(name, values, promotion, { currency, today });
    if (problem) errors[name] = problem;
  }
  if (Object.keys(errors).length > 0) return { errors };
  const { phone, purchaseDate, amount, ...texts } = values;
  const operationId = z
    .uuid()
    .catch(() => crypto.randomUUID())
    .parse(form.get("operationId"));
  return {
    operationId,
    submission: {
      ...texts,
      gender: texts.gender || null,
      ageRange: texts.ageRange || null,
      purchaseCity: texts.purchaseCity || null,
      shippingAddress2: texts.shippingAddress2 || null,
      purchaseDay: parseStoredDate(purchaseDate) ?? today,
      amountCents: amount ? parseAmount(amount, currency) : null,
      shippingPhone: phone ? digitsOf(phone) : null,
    },
  };
}

/** Ten digits, without the country code of the United States. */
const digitsOf = (phone: string): string => phone.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");

function problemOf(
  name: FieldName,
  values: FormValues,
  { choices }: Pick<Promotion, "choices">,
  { currency, today }: { currency: string; today: string },
): string | undefined {
  const { label, isOptional, choice, maxLength = 255 } = FIELDS[name];
  const value = values[name];
  if (!value) return isOptional || isUnasked(choice, choices) ? undefined : `${label} is required.`;
  if (value.length > maxLength) return `${label} has at most ${maxLength} characters.`;
  const offered = offeredFor(name, choices);
  if (offered.length > 0 && !offered.includes(value)) return `Select one of the choices for ${label}.`;
  if (name === "email" && !isMailAddress(value)) return "Email not valid.";
  if (name === "shippingCountry" && !countryCodeOf(value))
    return "Enter the country's English name or its two-letter code, such as Canada or CA.";
  if (name === "phone" && digitsOf(value).length !== 10) return "Enter a phone number with 10 digits.";
  if (name === "receiptId" && receiptKeyOf(value) === "") return "Enter the ID that is on the receipt.";
  if (name === "amount" && parseAmount(value, currency) === null)
    return "Enter the amount as a number, such as 49.90.";
  if (name === "purchaseDate") {
    const day = parseStoredDate(value);
    if (!day) return "Purchase Date not valid.";
    if (day > today) return "The Purchase Date must not be in the future.";
  }
  return undefined;
}

/** What the promotion lets a customer choose from. Without any, the field is a text. */
function offeredFor(name: FieldName, choices: Promotion["choices"]): readonly string[] {
  const { choice } = FIELDS[name];
  return choice ? choices[choice] : [];
}

/** Gender and age are only asked for where the promotion offers choices. */
const isUnasked = (choice: ChoiceKind | undefined, choices: Promotion["choices"]): boolean =>
  (choice === "ages" || choice === "genders") && choices[choice].length === 0;

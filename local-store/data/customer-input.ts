import type { AddressRow, ConsentRow, UserError } from "./rows.ts";
import { tagErrors } from "./tags.ts";

/** A customer's fields to write. Undefined leaves a field unchanged, and `null` clears it. */
export interface CustomerInput {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  phone?: string | null;
  note?: string | null;
  locale?: string | null;
  taxExempt?: boolean | null;
  /** Replaces the whole list. */
  tags?: string[] | null;
  /** Replaces the whole list. The first address is the default. */
  addresses?: AddressInput[] | null;
  emailMarketingConsent?: ConsentInput | null;
  smsMarketingConsent?: ConsentInput | null;
  metafields?: Array<{ namespace: string; key: string; type: string; value: string }> | null;
}

/** An address in the Admin API's input format. */
export interface AddressInput {
  firstName?: string | null;
  lastName?: string | null;
  company?: string | null;
  address1?: string | null;
  address2?: string | null;
  city?: string | null;
  province?: string | null;
  provinceCode?: string | null;
  country?: string | null;
  countryCode?: string | null;
  zip?: string | null;
  phone?: string | null;
}

export interface ConsentInput {
  marketingState: string;
  marketingOptInLevel?: string | null;
  consentUpdatedAt?: string | Date | null;
}

const MAX_NAME = 255;
const MAX_NOTE = 5000;
const EMAIL = /^[^\s@,;<>()[\]\\"]+@[^\s@.,;<>()[\]\\"]+(\.[^\s@.,;<>()[\]\\"]+)+$/;
const E164 = /^\+[1-9]\d{7,14}$/;

/** Trims an email address and converts it to lower case. An empty one becomes null. */
export function normalizeEmail(email: string | null | undefined): string | null {
  const trimmed = email?.trim().toLowerCase() ?? "";
  return trimmed === "" ? null : trimmed;
}

/** Converts a phone number to E.164. Ten digits are a North American number. Other input is returned without separators. */
export function normalizePhone(phone: string | null | undefined): string | null {
  const bare = phone?.replace(/[\s().-]/g, "") ?? "";
  if (bare === "") return null;
  if (/^\d{10}$/.test(bare)) return `+1${bare}`;
  if (/^1\d{10}$/.test(bare)) return `+${bare}`;
  return bare;
}

/** Shopify's validation errors for these values. */
export function inputErrors(input: CustomerInput): UserError[] {
  const errors: UserError[] = [];
  const email = normalizeEmail(input.email);
  if (email !== null && (!EMAIL.test(email) || email.length > MAX_NAME)) {
    errors.push({ field: ["email"], message: "Email is invalid", code: "INVALID" });
  }
  const phone = normalizePhone(input.phone);
  if (phone !== null && !E164.test(phone)) {
    errors.push({ field: ["phone"], message: "Phone is invalid", code: "INVALID" });
  }
  errors.push(...tooLong("firstName", "First name", input.firstName, MAX_NAME));
  errors.push(...tooLong("lastName", "Last name", input.lastName, MAX_NAME));
  errors.push(...tooLong("note", "Note", input.note, MAX_NOTE));
  errors.push(...tagErrors(input.tags ?? []));
  return errors;
}

function tooLong(field: string, label: string, value: string | null | undefined, max: number): UserError[] {
  if ((value ?? "").length <= max) return [];
  return [
    { field: [field], message: `${label} is too long (maximum is ${max} characters)`, code: "TOO_LONG" },
  ];
}

/** Converts consent to its stored form. */
export function consentRow(input: ConsentInput, now: Date): ConsentRow {
  return {
    state: input.marketingState as ConsentRow["state"],
    optInLevel: (input.marketingOptInLevel ?? "SINGLE_OPT_IN") as ConsentRow["optInLevel"],
    updatedAt: new Date(input.consentUpdatedAt ?? now).toISOString(),
  };
}

/** Converts an address to its stored form and adds the country's name. */
export function addressRow(input: AddressInput, id: number): AddressRow {
  const countryCode = input.countryCode ?? countryCodeOf(input.country);
  return {
    id,
    firstName: input.firstName ?? null,
    lastName: input.lastName ?? null,
    company: input.company ?? null,
    address1: input.address1 ?? null,
    address2: input.address2 ?? null,
    city: input.city ?? null,
    province: input.province ?? input.provinceCode ?? null,
    provinceCode: input.provinceCode ?? null,
    country: (countryCode && countryNames.of(countryCode)) ?? input.country ?? null,
    countryCode,
    zip: input.zip ?? null,
    phone: input.phone ?? null,
  };
}

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });

function countryCodeOf(country: string | null | undefined): string | null {
  return country && /^[A-Z]{2}$/.test(country) ? country : null;
}

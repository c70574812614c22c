import type { AddressRow, ConsentRow, UserError } from "./rows.ts";
import { tagErrors } from "./tags.ts";

/** What may be said about a customer; an absent field stays as it is, `null` empties it. */
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
  /** Replaces the whole list; the first is the default address. */
  addresses?: AddressInput[] | null;
  emailMarketingConsent?: ConsentInput | null;
  smsMarketingConsent?: ConsentInput | null;
  metafields?: Array<{ namespace: string; key: string; type: string; value: string }> | null;
}

/** An address as the Admin API takes it; the country by its code, the province by its code or name. */
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

/** E-mail addresses are kept in small letters, without spaces around; an empty one is none. */
export function normalizeEmail(email: string | null | undefined): string | null {
  const trimmed = email?.trim().toLowerCase() ?? "";
  return trimmed === "" ? null : trimmed;
}

/** A phone number in E.164 form; ten digits are taken for North America's. Returned as given when it is none. */
export function normalizePhone(phone: string | null | undefined): string | null {
  const bare = phone?.replace(/[\s().-]/g, "") ?? "";
  if (bare === "") return null;
  if (/^\d{10}$/.test(bare)) return `+1${bare}`;
  if (/^1\d{10}$/.test(bare)) return `+${bare}`;
  return bare;
}

/** What Shopify refuses of these values, worded as Shopify words it; empty when all is well. */
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

/** The consent as it is stored. */
export function consentRow(input: ConsentInput, now: Date): ConsentRow {
  return {
    state: input.marketingState as ConsentRow["state"],
    optInLevel: (input.marketingOptInLevel ?? "SINGLE_OPT_IN") as ConsentRow["optInLevel"],
    updatedAt: new Date(input.consentUpdatedAt ?? now).toISOString(),
  };
}

/** The address as it is stored, with the country's name from its code. */
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

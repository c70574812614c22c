import { isUsState } from "~/domain/ups/us-states";
import { ADDRESS_PROBLEMS } from "./messages";

/** An address as the form has it. */
export interface EditedAddress {
  address: string;
  city: string;
  /** Two letters. */
  state: string;
  zipcode: string;
  phone: string;
}

/** Characters. */
export const MAX_ADDRESS_LENGTH = 35;
export const MAX_CITY_LENGTH = 35;
export const MAX_ZIP_LENGTH = 10;
export const MAX_PHONE_LENGTH = 16;

const ZIP = /^\d{5}(-\d{4})?$/;
/** With or without the country code, parentheses, dots, dashes and spaces. */
const US_PHONE = /^(\+?1[-. ]?)?(\(\d{3}\)|\d{3})[-. ]?\d{3}[-. ]?\d{4}$/;

/** The problems of an address, by field. The phone may be empty. */
export function addressProblems(value: EditedAddress): Partial<Record<keyof EditedAddress, string>> {
  const address = value.address.trim();
  const isValid: Record<keyof EditedAddress, boolean> = {
    address: address !== "" && address.length <= MAX_ADDRESS_LENGTH,
    city: /^[A-Za-z ]+$/.test(value.city.trim()) && value.city.length <= MAX_CITY_LENGTH,
    state: isUsState(value.state),
    zipcode: ZIP.test(value.zipcode.trim()),
    phone: value.phone === "" || (value.phone.length <= MAX_PHONE_LENGTH && US_PHONE.test(value.phone)),
  };
  const invalid = (Object.keys(isValid) as (keyof EditedAddress)[]).filter((field) => !isValid[field]);
  return Object.fromEntries(invalid.map((field) => [field, ADDRESS_PROBLEMS[field]]));
}

import { isUsState, statesOfZip, US_STATES } from "~/domain/ups/us-states";

/** Gift tags and bags are not returned. */
const GIFT_TAG_SKUS = ["BDGIFTTAG", "BDGIFTBAGTAG"];

/** The most pending and failed attempts that are shown. */
export const MAX_ATTEMPTS = 50;

/** Pounds that one package may have. */
export const MAX_POUNDS = 70;

/** A line of an order, as far as the rules need it. */
interface Line {
  sku: string | null;
  /** What can still be returned. */
  remaining: number;
  /** Pounds of one unit. */
  pounds: number;
  hasUniqueTracking: boolean;
}

/** Whether a line is offered for a return. */
export const isOffered = ({ sku, remaining }: Pick<Line, "sku" | "remaining">): boolean =>
  remaining > 0 && !GIFT_TAG_SKUS.includes(sku?.toUpperCase() ?? "");

/** Whether a quantity can be returned of a line. */
export const isQuantityValid = (quantity: number, remaining: number): boolean =>
  Number.isInteger(quantity) && quantity >= 0 && quantity <= remaining;

/** The weight of a package in pounds, to a hundredth. Lines with a tracking number of their own are sent separately. */
export const packageWeight = (
  items: readonly { line: Pick<Line, "pounds" | "hasUniqueTracking">; quantity: number }[],
): number =>
  Math.round(
    100 *
      items.reduce(
        (sum, { line, quantity }) => sum + (line.hasUniqueTracking ? 0 : line.pounds * quantity),
        0,
      ),
  ) / 100;

/** Units of lines in one package: the quantity of each line by its id. */
export type PackagePlan = Readonly<Record<string, number>>;

/** Units that are packed: as `packageWeight` takes them, with the line's id. */
export interface PackedItem {
  line: { id: string } & Pick<Line, "pounds" | "hasUniqueTracking">;
  quantity: number;
}

/** As a package's weight is compared: to a hundredth. */
const fits = (weight: number): boolean => Math.round(weight * 100) <= MAX_POUNDS * 100;

/**
 * Splits units into packages within the weight, the heaviest units first. Lines with a tracking number of their own are in the first one, where
 * they don't count.
 * @returns null when a single unit is too heavy
 */
export function planPackages(items: readonly PackedItem[]): PackagePlan[] | null {
  const packages: { plan: Record<string, number>; weight: number }[] = [];
  const heaviestFirst = items
    .map(({ line, quantity }) => ({ ...line, quantity, pounds: line.hasUniqueTracking ? 0 : line.pounds }))
    .toSorted((one, other) => other.pounds - one.pounds);
  for (const { id, pounds, quantity } of heaviestFirst) {
    if (quantity > 0 && !fits(pounds)) return null;
    for (let left = quantity; left > 0; ) {
      const room = (weight: number) => {
        const most = pounds === 0 ? left : Math.floor((MAX_POUNDS + 0.005 - weight) / pounds);
        return fits(weight + most * pounds) ? most : most - 1;
      };
      let target = packages.find(({ weight }) => room(weight) >= 1);
      if (!target) {
        target = { plan: {}, weight: 0 };
        packages.push(target);
      }
      const taken = Math.min(left, Math.max(1, room(target.weight)));
      target.plan[id] = (target.plan[id] ?? 0) + taken;
      target.weight += taken * pounds;
      left -= taken;
    }
  }
  return packages.map(({ plan }) => plan);
}

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
  const problems = Object.fromEntries(invalid.map((field) => [field, ADDRESS_PROBLEMS[field]]));
  const elsewhere = isValid.zipcode && isValid.state ? zipElsewhere(value) : undefined;
  return elsewhere ? { ...problems, zipcode: elsewhere } : problems;
}

/** UPS would refuse a ZIP code of another state, or deliver to another place. One that isn't assigned is left to UPS. */
function zipElsewhere({ zipcode, state }: EditedAddress): string | undefined {
  const states = statesOfZip(zipcode.trim());
  if (states.length === 0 || states.includes(state)) return undefined;
  const names = states.map((code) => US_STATES[code]).join(" or ");
  return `The ZIP code ${zipcode.trim()} is in ${names}, not in ${US_STATES[state]}. Correct the ZIP code or the state.`;
}

/** Where customers and staff follow a package. */
export const trackingUrl = (trackingNumber: string): string =>
  `https://www.ups.com/track?tracknum=${encodeURIComponent(trackingNumber)}`;

/** The texts of the red footer. */
export const ADDRESS_MISSING = "Some of the Customer Address Fields are Missing";

export const UPS_FAILED = "Error from UPS: Unable to Create Shipping Label";

export const TOO_HEAVY = "Heavier than the allowable package weight of 70 lbs.";

export const RETURN_FAILED = "Error: Unable To Create Return";

/** The texts that the footer shows for a short time, together with those that begin with `RETURN_FAILED`. */
export const BRIEF_TEXTS: readonly string[] = [ADDRESS_MISSING, UPS_FAILED, TOO_HEAVY];

/** How long the footer shows them. Other sentences stay there until the next attempt. */
export const FOOTER_MS = 4_000;

const ADDRESS_PROBLEMS = {
  address: "Address not valid.",
  city: "City not valid.",
  zipcode: "Zip code not valid.",
  phone: "Phone not valid.",
  state: "Choose a state from the list.",
} as const;

/** Characters of a search. */
export const MAX_SEARCH_LENGTH = 60;

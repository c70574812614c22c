import type { CountryCode } from "~/connectors/shopify/operations/schema.generated";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const COMMON_NAMES: Record<string, string> = { usa: "US", "united states of america": "US" };
/** Regions that aren't in Shopify's `CountryCode`, and the unknown one. Those of the United States are provinces there. */
const NOT_COUNTRIES = new Set("AQ AS CP CQ DG EA EU EZ FM GU IC MH MP PR PW QO UN VI XA XB ZZ".split(" "));

/** Country codes by codes and English names, in lowercase. */
const CODES: ReadonlyMap<string, string> = new Map([
  ...LETTERS.flatMap((first) => {
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    return LETTERS.flatMap((second): [string, string][] => {
      const name = names.of(`${first}${second}`);
      // An old code has the name of its current one, such as FX and FR.
      const code = new Intl.Locale(`und-${first}${second}`).region;
      if (!name || !code || NOT_COUNTRIES.has(code)) return [];
      return [name, `${first}${second}`].map((text) => [text.toLowerCase(), code]);
    });
  }),
  ...Object.entries(COMMON_NAMES),
]);

/** The code of a country that a form names by its code or its English name. Undefined for any other text. */
export const countryCodeOf = (country: string): CountryCode | undefined =>
  CODES.get(country.trim().toLowerCase()) as CountryCode | undefined;

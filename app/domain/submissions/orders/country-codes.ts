import type { CountryCode } from "~/connectors/shopify/operations/schema.generated";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const COMMON_NAMES: Record<string, string> = { usa: "US", "united states of america": "US", uk: "GB" };

/** Country codes by their English names, in lowercase. */
const CODES: ReadonlyMap<string, string> = new Map([
  ...LETTERS.flatMap((first) => {
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    return LETTERS.flatMap((second): [string, string][] => {
      const name = names.of(`${first}${second}`);
      return name ? [[name.toLowerCase(), `${first}${second}`]] : [];
    });
  }),
  ...Object.entries(COMMON_NAMES),
]);

/** The code of a country that a form names by its code or its English name. Undefined for any other text. */
export function countryCodeOf(country: string): CountryCode | undefined {
  const text = country.trim();
  const code =
    /^[A-Za-z]{2}$/.test(text) && text.toLowerCase() !== "uk"
      ? text.toUpperCase()
      : CODES.get(text.toLowerCase());
  return code as CountryCode | undefined;
}

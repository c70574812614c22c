/** Where customers of a shop live: city, code and name of the state, postal code. */
type Place = readonly [city: string, provinceCode: string | null, province: string | null, zip: string];

const AMERICAN: readonly Place[] = [
  ["Towson", "MD", "Maryland", "21204"],
  ["Columbus", "OH", "Ohio", "43215"],
  ["Portland", "OR", "Oregon", "97205"],
  ["Austin", "TX", "Texas", "73301"],
  ["Reno", "NV", "Nevada", "89501"],
  ["Asheville", "NC", "North Carolina", "28801"],
  ["Duluth", "MN", "Minnesota", "55802"],
  ["Tacoma", "WA", "Washington", "98402"],
  ["Toledo", "OH", "Ohio", "43604"],
  ["Savannah", "GA", "Georgia", "31401"],
  ["Boise", "ID", "Idaho", "83702"],
  ["Albany", "NY", "New York", "12207"],
];
const GERMAN: readonly Place[] = [
  ["Köln", null, null, "50667"],
  ["Leipzig", null, null, "04109"],
  ["Bremen", null, null, "28195"],
  ["Ulm", null, null, "89073"],
];
const AMERICAN_STREETS = [
  "Harbor Road",
  "Mill Lane",
  "Maple Avenue",
  "Depot Street",
  "Canal Street",
  "Ridge Drive",
];
const GERMAN_STREETS = ["Lindenstraße", "Am Hafen", "Schulstraße", "Gartenweg"];

/** The places and streets of a shop's country. */
export const placesOf = (currency: string) =>
  currency === "EUR"
    ? { places: GERMAN, streets: GERMAN_STREETS, country: "Germany", countryCode: "DE" }
    : { places: AMERICAN, streets: AMERICAN_STREETS, country: "United States", countryCode: "US" };

/** Words that people write out or shorten. */
const SHORT: Readonly<Record<string, string>> = {
  street: "st",
  avenue: "ave",
  road: "rd",
  drive: "dr",
  lane: "ln",
  boulevard: "blvd",
  court: "ct",
  place: "pl",
  apartment: "apt",
  suite: "ste",
  north: "n",
  south: "s",
  east: "e",
  west: "w",
};

/** A shipping address for comparison: without case, accents, punctuation and the usual differences in spelling. */
export function addressKeyOf(address: {
  shippingAddress1: string;
  shippingAddress2: string | null;
  shippingPostalCode: string;
  shippingCountry: string;
}): string {
  const words = `${address.shippingAddress1} ${address.shippingAddress2 ?? ""}`
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => SHORT[word] ?? word);
  const postalCode = address.shippingPostalCode.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return [words.join(" "), postalCode, address.shippingCountry.toLowerCase()].join("|");
}

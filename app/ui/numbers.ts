const counts = new Intl.NumberFormat("en-US");

/** A whole number with thousands separators, the same on the server and in every browser. */
export const formatCount = (count: number): string => counts.format(count);

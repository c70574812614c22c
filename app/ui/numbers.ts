const counts = new Intl.NumberFormat("en-US");

/** A whole number with thousands separators, the same on the server and in every browser. */
export const formatCount = (count: number): string => counts.format(count);

const UNITS = ["bytes", "KB", "MB", "GB"];

/** A file's size as people read it: `812 bytes`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** step;
  return `${step > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[step]}`;
}

/** A share as a progress bar takes it, which reads its value aloud: "1%" and not "1.4307153576788394%". */
export const wholePercent = (share: number): number => Math.floor(100 * share);

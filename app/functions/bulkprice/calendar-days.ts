/** The weeks of a month, `YYYY-MM`, from Sunday to Saturday: days as `YYYY-MM-DD`, and null for those of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const first = new Date(Date.UTC(year, number - 1, 1)).getUTCDay();
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const days = [
    ...Array.from({ length: first }, () => null),
    ...Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`),
  ];
  const weeks: (string | null)[][] = [];
  for (let start = 0; start < days.length; start += 7)
    weeks.push(Array.from({ length: 7 }, (_, index) => days[start + index] ?? null));
  return weeks;
}

/** The month before or after one. */
export function neighborOf(month: string, offset: -1 | 1): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + offset, 1)).toISOString().slice(0, 7);
}

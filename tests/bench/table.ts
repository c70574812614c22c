/** Lays out rows as plain text: the first column to the left, figures to the right. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [line(headings), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}

/** A figure beside its target; says so where it falls short. */
export function against(figure: string, isMet: boolean, target: string): string {
  return `${figure} (${isMet ? "" : "SHORT OF "}${target})`;
}

export const milliseconds = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
export const times = (value: number): string => `${value.toFixed(1)}x`;
export const perCent = (share: number): string => `${(share * 100).toFixed(1)} %`;
export const whole = (value: number): string => Math.round(value).toLocaleString("en-US");

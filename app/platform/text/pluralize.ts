/** A count with its noun: "1 price", "1,234 prices", "2 people". */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

import type { CardPart } from "~/domain/customers/card-part";

// Not through the modules, which are for the server: the browser needs the components.
const FILES = import.meta.glob<Record<string, CardPart>>("/app/{functions,domain}/*/card.ts", {
  eager: true,
});

/** Every part of the customer card, in the order of its column. */
export const cardParts: readonly CardPart[] = Object.values(FILES)
  .flatMap((parts) => Object.values(parts))
  .toSorted((one, other) => one.order - other.order);

import type { CardPart } from "~/domain/customers/card-part";

// Not through the modules, which are for the server: the browser needs the components.
const PARTS = import.meta.glob<CardPart>("/app/{functions,domain}/*/card.ts", {
  eager: true,
  import: "cardPart",
});

/** Every part of the customer card, in the order of its column. */
export const cardParts: readonly CardPart[] = Object.values(PARTS).toSorted(
  (one, other) => one.order - other.order,
);

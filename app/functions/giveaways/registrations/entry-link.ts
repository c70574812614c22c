/** The name of the request kind: the page of an entrant is a request of this kind. */
export const ENTRY_REQUEST = { name: "giveaway" };

/** An entry: the giveaway, and its number there. */
export interface WhichEntry {
  giveawayId: number;
  number: number;
}

/** The id of an entry in its links. */
export const entryIdOf = ({ giveawayId, number }: WhichEntry): string => `${giveawayId}-${number}`;

/** The entry of such an id. */
export function readEntryId(id: string): WhichEntry {
  const [giveawayId = 0, number = 0] = id.split("-").map(Number);
  return { giveawayId, number };
}

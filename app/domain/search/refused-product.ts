/** A product that an engine refuses to store, with the engine's reason. */
export interface RefusedProduct {
  /** The number in Shopify's id. */
  id: number;
  handle: string;
  reason: string;
}

/** How many are looked for. When an engine refuses more, the reason is rarely the products. */
export const MAX_REFUSED = 20;

/** `nut-3: Solr refused: unknown field` */
export const refusedText = ({ handle, reason }: RefusedProduct): string => `${handle}: ${reason}`;

/** When an engine refuses more than are looked for. */
export const tooManyText = (system: string): string => `${system} refuses more than ${MAX_REFUSED} products`;

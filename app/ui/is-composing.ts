import type { KeyboardEvent } from "react";

/** Safari ends a composition before it reports the key that ended it, with this code. */
const COMPOSITION_KEY = 229;

/** The key belongs to the composition of a character, such as the Enter that ends it. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === COMPOSITION_KEY;

/** A token with another last character, whichever it has. */
export const altered = (token: string): string => `${token.slice(0, -1)}${token.endsWith("a") ? "b" : "a"}`;

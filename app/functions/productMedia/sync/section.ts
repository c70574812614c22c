/** The runs of Product Media, as its calls and messages name them. */
export const SECTION = "productMedia";

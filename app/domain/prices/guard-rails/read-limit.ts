const MAX_PRODUCTS = 1_000_000;

/** Whether a text is a percentage from 0 to 100 with at most two decimals, or empty for none. */
export const isPercent = (text: string): boolean =>
  text === "" || (/^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100);

/** Whether a text is a number of products, or empty for none. */
export const isProductCount = (text: string): boolean =>
  text === "" || (/^\d{1,7}$/.test(text) && Number(text) <= MAX_PRODUCTS);

/** A valid percentage in hundredths of a percent. Null without one. */
export const hundredthsOf = (text: string): number | null =>
  text === "" ? null : Math.round(Number(text) * 100);

/** A valid number of products. Null without one. */
export const productsOf = (text: string): number | null => (text === "" ? null : Number(text));

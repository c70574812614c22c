import type { ImportForm } from "~/core/imports/import-form";

/** The field for the pool of the codes, chosen when the import starts. */
export const POOL_FIELD_NAME = "pool_id";

export const MAX_CODE_LENGTH = 255;

/** How many codes one request can generate. */
export const MAX_GENERATED = 10_000;

export const PATTERN_NOT_VALID =
  "Enter a pattern without spaces and commas, with # for each random character, such as SPRING-######.";
export const COUNT_NOT_VALID = `Enter a whole number from 1 to ${MAX_GENERATED.toLocaleString("en-US")}.`;

/** Coupon codes from a spreadsheet. */
export const importForm: ImportForm = {
  id: "coupons",
  flag: "showCoupons",
  list: "coupons",
  path: "/coupons",
  title: "Coupons List",
  noun: { one: "coupon", many: "coupons" },
  duplicates: { by: "CouponCode", ignoreCase: true },
  fields: [
    {
      name: "CouponCode",
      label: "Coupon Code",
      kind: "text",
      isIdentifier: true,
      synonyms: ["coupon", "code", "coupon codes", "codes", "discount code", "promo code"],
      isRequired: true,
      maxLength: MAX_CODE_LENGTH,
      valueProblem: (code) =>
        /[\s,]/.test(code) ? "has a space or a comma. Customers couldn't enter it. Remove it." : null,
      help: "As customers enter it. Upper and lower case are the same.",
      example: "SPRING-7K2M9Q",
    },
  ],
  given: {
    name: POOL_FIELD_NAME,
    label: "Pool",
    pageOf: (pool) => `/coupons?pool=${encodeURIComponent(pool)}`,
  },
  adds: {
    create: (coupons) => `adds ${coupons}`,
    change: (coupons) => `adds ${coupons}`,
    unchanged: "already in this pool",
    doneWord: "added",
  },
};

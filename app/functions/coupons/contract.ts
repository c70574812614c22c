import { z } from "zod";
import { exportCalls, exportSort } from "~/core/exports/export-calls";
import { apiImportAnswer, apiImportHeaders, apiImportRows } from "~/core/imports/contract";
import { perPageOf, perPageRequest } from "~/core/lists/per-page";
import { MAIL_STATES } from "~/core/mail/states";
import { call } from "~/platform/contract/call";
import { dateFrom, dateTo } from "~/platform/dates/date-bounds";
import { MAX_MAIL_ADDRESS_LENGTH } from "~/platform/mail-address";
import { USES } from "./coupon-filter";

const text = z.string();
/** ISO 8601. */
const instant = text;
const count = z.number().int();

const couponRow = z.object({
  CouponCode: text,
  /** Whether an order has it. */
  Used: z.boolean(),
  /** The number in Shopify's id of that order. */
  OrderId: text.nullable(),
  AssignDate: instant.nullable(),
});
export type CouponRow = z.infer<typeof couponRow>;

/** The same with what the page shows besides. */
const shownRow = couponRow.extend({
  id: text,
  poolId: text,
  pool: text,
  /** `#1001` */
  orderName: text.nullable(),
  /** The state of its latest email. Null without one. */
  mailState: z.enum(MAIL_STATES).nullable(),
  /** Why the email wasn't sent. */
  mailProblem: text.nullable(),
  /** When a customer used it. */
  redeemedAt: instant.nullable(),
  /** The order that used it. Null when only Shopify's count is known. */
  redeemedOrderId: text.nullable(),
  redeemedOrderName: text.nullable(),
});
export type ShownCouponRow = z.infer<typeof shownRow>;

const poolId = z.coerce.number().int().positive("must be the number of a pool");
const filter = {
  search: text.trim().max(60, "must be at most 60 characters").default(""),
  pool: poolId.optional(),
  used: z.enum(USES, `must be one of: ${USES.join(", ")}`).default("all"),
  /** When the coupons were assigned. */
  date_from: dateFrom,
  date_to: dateTo,
};

const page = perPageOf(shownRow);

/** Decimal text in the shop's currency, with a point. */
const amount = text.max(20);

const pool = z.object({
  id: text,
  name: text,
  version: count,
  /** The number of the discount in Shopify. Null until its first codes are added. */
  discountId: text.nullable(),
  percent: z.number().nullable(),
  amount: text.nullable(),
  /** What it takes off: "10% off". */
  value: text,
  oncePerCustomer: z.boolean(),
  startsAt: instant,
  endsAt: instant.nullable(),
  assigns: z.boolean(),
  /** The number of the product. */
  productId: text.nullable(),
  productTitle: text.nullable(),
  tag: text.nullable(),
  minimum: text.nullable(),
  alertLevel: count.nullable(),
  alertTo: text.nullable(),
  owner: text,
  /** Codes that an order can get, that orders have, and that customers used. */
  free: count,
  assigned: count,
  redeemed: count,
  /** Codes that Shopify doesn't have yet. */
  unsent: count,
  /** Orders that wait for a coupon. */
  waiting: count,
  /** How many coupons were assigned per day on average of the last two weeks. */
  perDay: z.number(),
  /** When the free coupons run out at that rate. Null when none is assigned, or when the pool ends before. */
  runsOutAt: instant.nullable(),
});
export type CouponPool = z.infer<typeof pool>;

const poolFields = {
  name: text.trim().min(1, "Enter a name.").max(255, "Enter at most 255 characters."),
  percent: z.coerce
    .number("Enter a whole number from 1 to 100.")
    .int("Enter a whole number from 1 to 100.")
    .min(1, "Enter a whole number from 1 to 100.")
    .max(100, "Enter a whole number from 1 to 100.")
    .nullish(),
  amount: amount.nullish(),
  startsAt: z.iso.datetime({ offset: true, error: "Enter a date and time." }).nullish(),
  endsAt: z.iso.datetime({ offset: true, error: "Enter a date and time." }).nullish(),
  oncePerCustomer: z.boolean().default(true),
  assigns: z.boolean().default(false),
  /** A SKU, a handle or the number of a product. Blank for every product. */
  product: text.trim().max(255, "Enter at most 255 characters.").default(""),
  tag: text.trim().max(255, "Enter at most 255 characters.").default(""),
  minimum: amount.nullish(),
  alertLevel: z.coerce
    .number("Enter a whole number.")
    .int("Enter a whole number.")
    .min(0, "Enter 0 or more.")
    .max(1_000_000, "Enter at most 1,000,000.")
    .nullish(),
  alertTo: text.trim().max(MAX_MAIL_ADDRESS_LENGTH, "Enter at most 254 characters.").default(""),
};
const newPool = z.object({
  ...poolFields,
  /** A code of an existing discount, whose codes the pool then has. Blank: a discount is created with the first codes. */
  existingCode: text.trim().max(255, "Enter at most 255 characters.").default(""),
});
export type NewPool = z.infer<typeof newPool>;
const changedPool = z.object({ ...poolFields, id: poolId, version: count });
export type ChangedPool = z.infer<typeof changedPool>;

/** The calls of coupons. */
export const couponsContract = {
  list: call("showCoupons")
    .route({ method: "GET", path: "/coupons/list", summary: "A page of coupons, the latest assigned first" })
    .input(z.object({ ...perPageRequest(10), ...filter, sort: exportSort }))
    .output(
      z.object({
        data: page,
        // The specification doesn't say whether these are inside data, so they are in both places.
        ...page.omit({ results: true }).shape,
        /** How many coupons match, as far as they were counted. */
        total: count,
        /** False when there are more than were counted. The pages end where the count does. */
        isExact: z.boolean(),
      }),
    ),
  export: call("showCoupons")
    .route({ method: "GET", path: "/coupons/list/export", summary: "The coupons without pages" })
    .input(z.object(filter))
    .output(z.object({ data: z.object({ results: z.array(couponRow) }) })),
  resend: call("showCoupons")
    .route({
      method: "POST",
      path: "/coupons/resend",
      summary: "Send the email with an order's coupons again, to the order's current address",
    })
    .input(
      z.object({
        /** The number in the order's id. */
        id: z.union([text.regex(/^\d{1,15}$/, "must be the id of an order"), z.number().int().positive()]),
        /** Repeating the call with it sends nothing again. */
        operationId: text.min(8).max(100).optional(),
      }),
    )
    .output(z.object({ message: text })),
  pools: call("showCoupons")
    .route({ method: "GET", path: "/coupons/pools", summary: "All coupon pools with their counts, by name" })
    .output(z.object({ rows: z.array(pool) })),
  poolNames: call("showCoupons")
    .route({ method: "GET", path: "/coupons/poolNames", summary: "The names of all coupon pools, by name" })
    .output(z.object({ rows: z.array(z.object({ id: text, name: text })) })),
  pool: call("showCoupons")
    .route({ method: "GET", path: "/coupons/pools/{id}", summary: "One coupon pool" })
    .input(z.object({ id: poolId }))
    .output(pool),
  createPool: call("showCoupons")
    .route({
      method: "POST",
      path: "/coupons/pools",
      summary: "Create a coupon pool, for a new discount or an existing one",
    })
    .input(newPool)
    .output(pool),
  changePool: call("showCoupons")
    .route({
      method: "PATCH",
      path: "/coupons/pools/{id}",
      summary: "Change a coupon pool. Value and dates only until its discount exists in Shopify",
    })
    .input(changedPool)
    .output(pool),
  figure: call("showCoupons")
    .route({ method: "GET", path: "/coupons/figure", summary: "The live figure of the home page's card" })
    .output(z.object({ text, asOf: instant.nullable() })),
};

/** The call under `imports` that adds coupons. */
export const couponsImports = {
  importCoupons: call("showCoupons")
    .route({
      method: "POST",
      path: "/couponsupload",
      inputStructure: "detailed",
      summary: "Add coupons to a pool from spreadsheet rows",
      successStatus: 202,
    })
    .input(
      z.object({
        headers: apiImportHeaders,
        body: z.object({
          excelData: apiImportRows,
          /** The number of the pool. Not needed in a shop with one pool. */
          pool: poolId.optional(),
        }),
      }),
    )
    .output(apiImportAnswer),
};

/** The calls under `exports` that export coupons. */
export const couponsExports = {
  coupons: exportCalls("showCoupons", "/coupons/list/export", "coupons", {
    query: z
      .object({
        sort: exportSort,
        pool: filter.pool,
        used: filter.used,
        date_from: dateFrom,
        date_to: dateTo,
      })
      .default({ used: "all" }),
  }),
};

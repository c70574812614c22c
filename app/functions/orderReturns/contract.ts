import { z } from "zod";
import { call } from "~/platform/contract/call";
import { centsSchema } from "~/platform/money/cents-schema";

const PERCENT = "must be from 0 to 100";

const lineItem = z.object({
  id: z.string(),
  title: z.string(),
  sku: z.string().nullable(),
  image: z.object({ url: z.string() }).nullable(),
  quantity: z.number().int(),
  unfulfilledQuantity: z.number().int(),
  /** What can still be returned. 0 for gift tags and bags. */
  returnableQuantity: z.number().int(),
  /** Its weight doesn't count, because it is sent separately. */
  uniqueTracking: z.boolean(),
  variant: z.object({ weight: z.number(), weightUnit: z.literal("POUNDS") }),
  /** What one unit cost after all discounts, in the currency's cents. */
  unitCents: centsSchema,
});
export type ReturnLineItem = z.infer<typeof lineItem>;

const orderDetails = z.object({
  name: z.string(),
  customer: z.object({ displayName: z.string() }).nullable(),
  totalPriceSet: z.object({ shopMoney: z.object({ amount: z.string(), currencyCode: z.string() }) }),
  displayFulfillmentStatus: z.string(),
  shippingAddress: z
    .object({
      address1: z.string().nullable(),
      address2: z.string().nullable(),
      city: z.string().nullable(),
      provinceCode: z.string().nullable(),
      zip: z.string().nullable(),
      countryCodeV2: z.string().nullable(),
      phone: z.string().nullable(),
    })
    .nullable(),
  lineItems: z.object({ edges: z.array(z.object({ node: lineItem })) }),
});
export type OrderDetails = z.infer<typeof orderDetails>;

const returnRow = z.object({
  lineitem_id: z.string(),
  title: z.string(),
  sku: z.string().nullable(),
  quantity: z.number().int(),
  /** True is shown as PAID, otherwise PENDING. */
  refund_status: z.boolean(),
  tracking_number: z.string().nullable(),
  /** Instants, ISO 8601. */
  shopify_order_date: z.string(),
  created_date: z.string(),
  shipping_label_url: z.string().nullable(),
  /** Whether the address was changed for the return. */
  isedit: z.boolean(),
  country: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipcode: z.string().nullable(),
  phone: z.string().nullable(),
  /** The attachment with the label. Null for a return that wasn't created here. */
  label_id: z.string().nullable(),
  /** For canceling it and emailing its label. Null for a return that wasn't created here, isn't complete, or is being canceled. */
  case_id: z.string().nullable(),
  /** `#1001-R1` */
  return_name: z.string(),
  /** Shopify's status: OPEN, CLOSED, CANCELED and others. */
  return_status: z.string(),
  return_id: z.string(),
  /** Whether its items can be received here: it is open, and nothing of it was received. */
  can_receive: z.boolean(),
  /** When its units were received here, and the administrator who received them. Null before, and for a return that was received in Shopify. */
  received: z.object({ at: z.string(), by: z.string(), is_missing: z.boolean() }).nullable(),
  /** Its refund to store credit. Null without one. */
  credit: z
    .object({
      amount_cents: centsSchema,
      /** A state of the ledger, or: waiting for approval, declined, refused. */
      state: z.string(),
      problem: z.string().nullable(),
    })
    .nullable(),
});
export type ReturnRow = z.infer<typeof returnRow>;

const openReturn = z.object({
  id: z.string(),
  order_name: z.string(),
  units: z.number().int(),
  /** An instant, ISO 8601. */
  created_date: z.string(),
  created_by: z.string(),
  /** Full days since then. */
  age_days: z.number().int(),
  tracking_number: z.string().nullable(),
  /** Null until UPS was asked. */
  package_state: z.enum(["labelCreated", "inTransit", "delivered", "exception"]).nullable(),
  /** UPS's words. */
  package_status: z.string().nullable(),
  /** When its items were received here, the administrator who received them, and how many units weren't missing. Null before. */
  received: z.object({ at: z.string(), by: z.string(), units: z.number().int() }).nullable(),
});
export type OpenReturn = z.infer<typeof openReturn>;

const reason = z.object({ id: z.string(), name: z.string() });
export type ReturnReason = z.infer<typeof reason>;

const receipt = z.object({
  return_name: z.string(),
  lines: z.array(
    z.object({ id: z.string(), title: z.string(), sku: z.string().nullable(), quantity: z.number().int() }),
  ),
  locations: z.array(z.object({ id: z.string(), name: z.string() })),
  customer: z.string().nullable(),
  /** Of the items that arrived. */
  amounts: z.object({ items: centsSchema, taxes: centsSchema, fees: centsSchema, refund: centsSchema }),
  /** Why it can't be refunded to store credit. */
  credit_problem: z.string().nullable(),
});
export type Receipt = z.infer<typeof receipt>;

const outcome = z.object({
  success: z.boolean(),
  msg: z.string(),
  /** False when something is left to do: a label that can still be used, or a credit that was refused. `msg` says what. */
  is_complete: z.boolean(),
});

const returnId = z.string().regex(/^gid:\/\/shopify\/Return\/\d{1,18}$/, "must be the id of a return");

const text = (max: number) => z.string().max(max, `must be at most ${max} characters`);

const editedAddress = z.object({
  address: text(200).default(""),
  city: text(200).default(""),
  state: text(100).default(""),
  zipcode: text(20).default(""),
  phone: text(40).default(""),
  country: text(100).optional(),
});

/** The calls of returns. */
export const orderReturnsContract = {
  search: call("showOrderReturns")
    .route({
      method: "GET",
      path: "/shopify/order/search",
      summary: "An order with what was and can be returned",
    })
    .input(z.object({ value: z.string().trim().min(1, "Enter an order number.").max(60) }))
    .output(
      z.object({
        success: z.boolean(),
        msg: z.string().optional(),
        data: z
          .object({
            orderId: z.string(),
            orderDetails,
            returns: z.array(returnRow),
            /** Returns that are being created or undone at the moment. */
            pending: z.number().int(),
            reasons: z.array(reason),
          })
          .nullable(),
      }),
    ),
  create: call("showOrderReturns")
    .route({
      method: "POST",
      path: "/shopify/order/return",
      summary: "Create a return with a shipping label",
    })
    .input(
      z.object({
        /** As the search answered it. Ignored: the order is read from Shopify again. */
        orderDetails: z.unknown().optional(),
        lineItems: z
          .array(
            z.object({
              lineitem_id: z.string().max(100),
              quantity: z.number("must be a number"),
              /** Of Shopify's reasons. */
              reason_id: z.string().max(100).nullish(),
            }),
          )
          .max(250),
        orderId: z.string().regex(/^gid:\/\/shopify\/Order\/\d{1,18}$/, "must be the id of an order"),
        /** The changed address. Used only with `isChecked1`. */
        editShippingAdress: editedAddress.nullish(),
        /** Whether the package is sent from `editShippingAdress` instead of the order's address. */
        isChecked1: z.boolean().default(false),
        /** Percent of the price that is kept when the items are refunded. */
        restockingFee: z.number("must be a number").min(0, PERCENT).max(100, PERCENT).default(0),
        /** Kept for the label, in the shop's currency. */
        shippingFee: z.union([z.number(), text(20)], "must be an amount").default("0"),
        /** The same id again answers the outcome of the first call. */
        operationId: z.uuid("must be a UUID").optional(),
      }),
    )
    .output(
      z.object({
        success: z.boolean(),
        upsError: z.boolean(),
        msg: z.string(),
        /** Why UPS or Shopify refused it, in their words. */
        reason: z.string().optional(),
      }),
    ),
  open: call("showOrderReturns")
    .route({
      method: "GET",
      path: "/shopify/order/returns/open",
      summary: "The returns that were created here and aren't refunded, the 100 oldest",
    })
    .output(z.object({ rows: z.array(openReturn), total: z.number().int() })),
  receipt: call("showOrderReturns")
    .route({
      method: "GET",
      path: "/shopify/order/return/receipt",
      summary: "A return whose items arrived, with what would be refunded",
    })
    .input(
      z.object({
        return_id: returnId,
        /** The lines of the return that didn't arrive, joined by commas. */
        missing: text(5_000).default(""),
      }),
    )
    .output(receipt),
  process: call("showOrderReturns")
    .route({
      method: "POST",
      path: "/shopify/order/return/process",
      summary: "Receive the items of a return, and refund them to store credit",
    })
    .input(
      z.object({
        return_id: returnId,
        /** Each line of the return. */
        lines: z
          .array(
            z.object({
              id: text(100),
              disposition: z.enum(
                ["RESTOCKED", "NOT_RESTOCKED", "MISSING"],
                "must be RESTOCKED, NOT_RESTOCKED or MISSING",
              ),
              /** Where it is restocked. */
              location_id: text(100).nullish(),
            }),
          )
          .max(250),
        refund_to: z.enum(["storeCredit", "none"], "must be storeCredit or none"),
        /** The refund as `receipt` answered it. Another amount is refused. */
        refund_cents: centsSchema.min(0),
        operationId: z.uuid("must be a UUID").optional(),
      }),
    )
    .output(outcome),
  cancel: call("showOrderReturns")
    .route({
      method: "POST",
      path: "/shopify/order/return/cancel",
      summary: "Cancel a return that was created here, and void its label",
    })
    .input(z.object({ case_id: z.uuid("must be a UUID") }))
    .output(outcome),
  emailLabel: call("showOrderReturns")
    .route({
      method: "POST",
      path: "/shopify/order/return/email",
      summary: "Email the label of a return that was created here to the customer",
    })
    .input(
      z.object({
        case_id: z.uuid("must be a UUID"),
        /** The same id again sends nothing more. */
        operationId: z.uuid("must be a UUID").optional(),
      }),
    )
    .output(z.object({ success: z.boolean(), msg: z.string() })),
};

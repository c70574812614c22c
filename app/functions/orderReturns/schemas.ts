import { z } from "zod";
import { POSTING_STATES } from "~/domain/ledger/posting";
import { centsSchema } from "~/platform/money/cents-schema";

const lineItem = z.object({
  id: z.string(),
  title: z.string(),
  variantTitle: z.string().nullable(),
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

export const orderDetails = z.object({
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

export const returnRow = z.object({
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
  /** What UPS charged for the label. Null where it isn't known. */
  label_cost: z.string().nullable(),
  /** The attachment with the label. Null for a return that wasn't created here. */
  label_id: z.string().nullable(),
  /** For canceling it and emailing its label. Null for a return that wasn't created here, isn't complete, or is being canceled. */
  case_id: z.string().nullable(),
  /** `#1001-R1` */
  return_name: z.string(),
  /** Shopify's status: OPEN, CLOSED, CANCELED and others. */
  return_status: z.string(),
  return_id: z.string(),
  /** Whether its label can be emailed to the customer: it has one here, and more may be sent back. */
  can_email: z.boolean(),
  /** Whether its items can be received here: it is open, and nothing of it was received. */
  can_receive: z.boolean(),
  /** When its units were received here, and the administrator who received them. Null before, and for a return that was received in Shopify. */
  received: z
    .object({
      at: z.string(),
      by: z.string(),
      /** All of its units. */
      is_missing: z.boolean(),
      /** Units by disposition. */
      units: z.object({
        restocked: z.number().int(),
        not_restocked: z.number().int(),
        missing: z.number().int(),
      }),
    })
    .nullable(),
  /** Its refund to store credit. Null without one. */
  credit: z
    .object({
      amount_cents: centsSchema,
      /** `waiting`: for a second administrator. `refused`: the ledger didn't accept it. */
      state: z.enum([...POSTING_STATES, "waiting", "declined", "refused"]),
      problem: z.string().nullable(),
    })
    .nullable(),
});

export type ReturnRow = z.infer<typeof returnRow>;

export const openReturn = z.object({
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

/** A creation, cancellation or receipt that is pending or has failed. */
export const returnAttempt = z.object({
  /** For dismissing it. */
  id: z.string(),
  order_name: z.string(),
  /** Instants, ISO 8601. */
  started_at: z.string(),
  by: z.string(),
  is_pending: z.boolean(),
  /** In sentences, with the reason. */
  result: z.string(),
  /** Null while it is pending. */
  ended_at: z.string().nullable(),
  /** It failed, and nothing of it is left. */
  is_undone: z.boolean(),
});

export type ReturnAttempt = z.infer<typeof returnAttempt>;

/** Something that happened with a return of an order. */
export const timelineEvent = z.object({
  /** An instant, ISO 8601. */
  at: z.string(),
  /** A person, or a system. */
  who: z.string(),
  /** What was done, without who did it. */
  text: z.string(),
  /** Null for a return that Shopify no longer has. */
  return_name: z.string().nullable(),
});

export type TimelineEvent = z.infer<typeof timelineEvent>;

/** An order that was found by its customer. */
export const customersOrder = z.object({
  order_name: z.string(),
  customer: z.string(),
  email: z.string().nullable(),
  /** An instant, ISO 8601. */
  order_date: z.string(),
  total_cents: centsSchema,
  /** Shopify's enums. */
  fulfillment_status: z.string(),
  return_status: z.string(),
});

export type CustomersOrder = z.infer<typeof customersOrder>;

export const reason = z.object({ id: z.string(), name: z.string() });

export type ReturnReason = z.infer<typeof reason>;

/** Where received units are restocked, unless their reason is one of these. */
export const chosenRule = z.object({
  /** Shopify's id. Null: the first location. */
  location_id: z.string().max(100).nullable(),
  /** The ids of reasons. */
  not_restocked: z.array(z.string().max(100)).max(100),
});

export type ChosenRule = z.infer<typeof chosenRule>;

export const restockRule = chosenRule.extend({
  locations: z.array(z.object({ id: z.string(), name: z.string() })),
  reasons: z.array(reason),
});

export type RestockRule = z.infer<typeof restockRule>;

export const receipt = z.object({
  return_name: z.string(),
  lines: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      variant_title: z.string().nullable(),
      image_url: z.string().nullable(),
      sku: z.string().nullable(),
      quantity: z.number().int(),
      /** Why it is returned. */
      reason: z.string().nullable(),
      /** Where the shop's rule restocks it. Null: it isn't restocked. */
      suggested_location_id: z.string().nullable(),
    }),
  ),
  locations: z.array(z.object({ id: z.string(), name: z.string() })),
  customer: z.string().nullable(),
  /** Of the items that arrived. */
  amounts: z.object({ items: centsSchema, taxes: centsSchema, fees: centsSchema, refund: centsSchema }),
  /** Why it can't be refunded to store credit. */
  credit_problem: z.string().nullable(),
});

export type Receipt = z.infer<typeof receipt>;

import { z } from "zod";
import { call } from "~/platform/contract/call";

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
  /** For canceling it. Null for a return that wasn't created here. */
  case_id: z.string().nullable(),
  /** `#1001-R1` */
  return_name: z.string(),
  /** Shopify's status: OPEN, CLOSED, CANCELED and others. */
  return_status: z.string(),
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
});
export type OpenReturn = z.infer<typeof openReturn>;

const reason = z.object({ id: z.string(), name: z.string() });
export type ReturnReason = z.infer<typeof reason>;

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
        /** The same id again answers the outcome of the first call. */
        operationId: z.uuid("must be a UUID").optional(),
      }),
    )
    .output(z.object({ success: z.boolean(), upsError: z.boolean(), msg: z.string() })),
  open: call("showOrderReturns")
    .route({
      method: "GET",
      path: "/shopify/order/returns/open",
      summary: "The returns that were created here and aren't refunded, the 100 oldest",
    })
    .output(z.object({ rows: z.array(openReturn), total: z.number().int() })),
  cancel: call("showOrderReturns")
    .route({
      method: "POST",
      path: "/shopify/order/return/cancel",
      summary: "Cancel a return that was created here, and void its label",
    })
    .input(z.object({ case_id: z.uuid("must be a UUID") }))
    .output(z.object({ success: z.boolean(), msg: z.string() })),
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

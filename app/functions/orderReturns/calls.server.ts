import { randomUUID } from "node:crypto";
import { z } from "zod";
import { call } from "~/core/call.server";
import { badRequest } from "~/platform/errors";
import { centsSchema } from "~/platform/money/cents-schema";
import { dismissAttempt, listAttempts } from "./attempts.server";
import { cancelReturn } from "./cancel-return.server";
import { createReturn } from "./create-return.server";
import { findOrders, listOpenReturns } from "./find-orders.server";
import { feesOf } from "./plan-return.server";
import { processReturn } from "./process-return.server";
import { readReceipt } from "./read-receipt.server";
import { readRestockRule, saveRestockRule } from "./restock-rule.server";
import type { ReturnOutcome } from "./return-case.server";
import { emailLabel } from "./return-request.server";
import { ADDRESS_MISSING, RETURN_FAILED, UPS_FAILED } from "./return-rules";
import * as schemas from "./schemas";
import { searchOrder } from "./search-order.server";

const PERCENT = "must be from 0 to 100";

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
export const orderReturnsCalls = {
  search: call("GET /shopify/order/search", {
    for: "showOrderReturns",
    summary: "An order with what was and can be returned",
    input: z.object({ value: z.string().trim().min(1, "Enter an order number.").max(60) }),
    output: z.object({
      success: z.boolean(),
      msg: z.string().optional(),
      data: z
        .object({
          orderId: z.string(),
          orderDetails: schemas.orderDetails,
          returns: z.array(schemas.returnRow),
          /** Returns that are being created or undone at the moment. */
          pending: z.number().int(),
          /** What was begun with its returns and hasn't succeeded. */
          attempts: z.array(schemas.returnAttempt),
          /** What happened with its returns, the latest first. */
          timeline: z.array(schemas.timelineEvent),
          reasons: z.array(schemas.reason),
          /** Without UPS there is no label, and so no return. */
          isUpsSetUp: z.boolean(),
        })
        .nullable(),
    }),
    run: (context, input) => searchOrder(context.shop, input.value),
  }),
  find: call("GET /shopify/order/find", {
    for: "showOrderReturns",
    summary: "The latest orders of customers, by a part of their name or email address",
    input: z.object({ value: z.string().trim().min(1, "Enter a name or an email address.").max(60) }),
    output: z.object({
      rows: z.array(schemas.customersOrder),
      /** Why rows may be missing, or there are none. Null when these are all. */
      msg: z.string().nullable(),
    }),
    run: findOrders,
  }),
  create: call("POST /shopify/order/return", {
    for: "showOrderReturns",
    summary: "Create a return with a shipping label",
    input: z.object({
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
      /** Repeating the call with it answers the outcome of the first one. */
      operationId: z.uuid("must be a UUID").optional(),
    }),
    output: z.object({
      success: z.boolean(),
      upsError: z.boolean(),
      msg: z.string(),
      /** Why UPS or Shopify refused it, in their words. */
      reason: z.string().optional(),
    }),
    async run(context, input) {
      const { lineItems, orderId, editShippingAdress, isChecked1, operationId = randomUUID() } = input;
      if (isChecked1 && !editShippingAdress) throw badRequest(ADDRESS_MISSING);
      const edited = isChecked1 ? (editShippingAdress ?? null) : null;
      const { success, upsError, reason } = await createReturn(context, {
        operationId,
        orderId,
        lines: lineItems,
        edited,
        fees: feesOf(context.shop, input),
      });
      const failed = upsError ? UPS_FAILED : RETURN_FAILED;
      return { success, upsError, msg: success ? "The return was created." : failed, reason };
    },
  }),
  open: call("GET /shopify/order/returns/open", {
    for: "showOrderReturns",
    summary: "The returns that were created here and aren't refunded, the 100 oldest",
    input: z.object({
      /** 1 for those whose package was delivered and hasn't been received. */
      delivered: z.enum(["1"], "must be 1").optional(),
    }),
    output: z.object({
      rows: z.array(schemas.openReturn),
      total: z.number().int(),
      /** What was begun with returns and hasn't succeeded, the 50 latest. */
      attempts: z.array(schemas.returnAttempt),
    }),
    run: async (context, input) => ({
      ...(await listOpenReturns(context, input)),
      attempts: await listAttempts(context.shop.domain),
    }),
  }),
  dismiss: call("POST /shopify/order/return/dismiss", {
    for: "showOrderReturns",
    summary: "Dismiss a creation, cancellation or receipt of a return that failed",
    input: z.object({ id: z.uuid("must be a UUID") }),
    output: z.object({ success: z.boolean(), msg: z.string() }),
    async run(context, { id }) {
      await dismissAttempt(context, id);
      return { success: true, msg: "Dismissed." };
    },
  }),
  rule: call("GET /shopify/order/return/rule", {
    for: "showOrderReturns",
    summary: "Where received units are restocked, and for which reasons they aren't",
    output: schemas.restockRule,
    run: readRestockRule,
  }),
  saveRule: call("PUT /shopify/order/return/rule", {
    for: "showOrderReturns",
    summary: "Change where received units are restocked, and for which reasons they aren't",
    input: schemas.chosenRule.extend({
      /** The rule that the change is based on: 409 when it changed since. */
      seen: schemas.chosenRule.optional(),
    }),
    output: schemas.chosenRule,
    run: saveRestockRule,
  }),
  receipt: call("GET /shopify/order/return/receipt", {
    for: "showOrderReturns",
    summary: "A return whose items arrived, with what would be refunded",
    input: z.object({
      return_id: returnId,
      /** What didn't arrive, joined by commas: a line of the return, or `line=units` for some of its units. */
      missing: text(5_000).default(""),
    }),
    output: schemas.receipt,
    run: readReceipt,
  }),
  process: call("POST /shopify/order/return/process", {
    for: "showOrderReturns",
    summary: "Receive the items of a return, and refund them to store credit",
    input: z.object({
      return_id: returnId,
      /** Each line of the return, or several entries with the units of a line. */
      lines: z
        .array(
          z.object({
            id: text(100),
            /** All units of the line without it. */
            quantity: z.number("must be a number").int().min(1).optional(),
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
    output: outcome,
    async run(context, input) {
      const { return_id: returnId, lines, refund_to: refundTo, refund_cents: refundCents } = input;
      const { operationId = randomUUID() } = input;
      return answerOf(await processReturn(context, { operationId, returnId, lines, refundTo, refundCents }));
    },
  }),
  cancel: call("POST /shopify/order/return/cancel", {
    for: "showOrderReturns",
    summary: "Cancel a return that was created here, and void its label",
    input: z.object({ case_id: z.uuid("must be a UUID") }),
    output: outcome,
    run: async (context, input) => answerOf(await cancelReturn(context, input.case_id)),
  }),
  emailLabel: call("POST /shopify/order/return/email", {
    for: "showOrderReturns",
    summary: "Email the label of a return that was created here to the customer",
    input: z.object({
      case_id: z.uuid("must be a UUID"),
      /** Repeating the call with it sends nothing. */
      operationId: z.uuid("must be a UUID").optional(),
    }),
    output: z.object({ success: z.boolean(), msg: z.string() }),
    async run(context, input) {
      const { case_id: caseId, operationId = randomUUID() } = input;
      const { shop, administrator } = context;
      const email = await emailLabel({ shop, actor: administrator }, { caseId, operationId });
      return { success: true, msg: `The label is being emailed to ${email}.` };
    },
  }),
};

const answerOf = ({ msg, isComplete }: ReturnOutcome) => ({ success: true, msg, is_complete: isComplete });

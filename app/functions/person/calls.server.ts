import { z } from "zod";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { requestsOf } from "~/core/requests/define-request.server";
import { readLastMessage } from "~/core/requests/messages.server";
import { CARD_FLAGS, CREDIT_FLAG } from "~/domain/customers/kinds";
import { parseCustomerId } from "~/domain/customers/mirror-row";
import { customerIdInPath } from "~/domain/customers/schemas";
import { findAccount } from "~/domain/ledger/list-accounts.server";
import { decisionToolsFor } from "~/domain/registrations/call-tools.server";
import {
  openQuestionOn,
  REGISTRATION_REQUEST,
} from "~/domain/registrations/questions/question-record.server";
import { readReasons } from "~/domain/registrations/reasons/reasons.server";
import { registrationKind } from "~/domain/registrations/schemas";
import * as statuses from "~/domain/registrations/status";
import { readThrough } from "~/domain/registrations/status-tags.server";
import { mayUse } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { NO_CENTS } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";

const text = z.string();

/** The block on a customer's page in the Shopify admin (`extensions/customer-block`). It shows this, and decides nothing. */
const customerBlock = z.object({
  /** Those that the caller may decide on. */
  registrations: z.array(
    z.object({
      registration: registrationKind,
      noun: text,
      status: text,
      /** Sent back as `removeTag` of `PUT /customers`. */
      statusTag: text,
      /** What the caller may do now. */
      moves: z.array(z.object({ label: text, addTag: text })),
      mayAsk: z.boolean(),
      question: z.object({ text, by: text, isAnswered: z.boolean() }).nullable(),
    }),
  ),
  /** The reasons for a rejection that staff choose from. */
  rejectReasons: z.array(z.object({ code: text, label: text })),
  /** Null without the flag. */
  credit: z.object({ balance: text, /** What is being posted. */ inProgress: text.nullable() }).nullable(),
  /** What the customer was asked, or waits for, as they see it. */
  requests: z.array(z.object({ id: text, title: text, status: text })),
});

type CustomerBlock = z.infer<typeof customerBlock>;

/** The moves to each status. */
const MOVES = [
  { to: "approved", label: "Approve" },
  { to: "disabled", label: "Reject" },
] as const;

/**
 * What the block on a customer's page in the Shopify admin shows, and what the caller may do there. Parts that the caller has no flag for are
 * null or left out.
 * @throws 404 for an unknown customer
 */
async function readCustomerBlock(context: CallContext, customerId: number): Promise<CustomerBlock> {
  const { shop, administrator } = context;
  const customer = await readThrough(decisionToolsFor(context), customerId);
  if (!customer) throw notFound("The store has no such customer.");
  const mayCredit = mayUse(administrator, CREDIT_FLAG);
  return withShop(shop.domain, async (tx) => {
    const open = await openQuestionOn(tx, shop.domain, customerId);
    const registrations: CustomerBlock["registrations"] = [];
    for (const registration of statuses.registrationsOf(customer.tags)) {
      const { flag, noun } = statuses.REGISTRATIONS[registration];
      const status = statuses.registrationStatus(customer.tags, registration);
      if (!status || !mayUse(administrator, flag)) continue;
      // The status may have been changed in Shopify since the question.
      const question = status === "pending" && open?.registration === registration ? open : undefined;
      const subject = question && { kind: REGISTRATION_REQUEST, subjectId: question.id };
      const last = subject && (await readLastMessage(tx, shop.domain, subject));
      registrations.push({
        registration,
        noun: noun.one,
        status: question ? statuses.TAB_NAMES.waiting : statuses.STATUS_NAMES[status],
        statusTag: statuses.STATUS_TAGS[status],
        moves: MOVES.filter(({ to }) => statuses.isTransition(status, to)).map(({ to, label }) => ({
          label,
          addTag: statuses.STATUS_TAGS[to],
        })),
        mayAsk: status === "pending" && !question,
        question: question
          ? { text: question.text, by: question.askedByName, isAnswered: last?.author === "customer" }
          : null,
      });
    }
    const account = mayCredit ? await findAccount(tx, shop.domain, customerId) : null;
    const email = customer.defaultEmailAddress?.emailAddress ?? "";
    const requests = await requestsOf(
      tx,
      context.declarations.requests,
      shop,
      { id: customerId, email },
      context.clock.now(),
    );
    const { reasons } = await readReasons(tx, shop.domain, "reject");
    return {
      registrations,
      rejectReasons: reasons.filter(({ active }) => active).map(({ code, label }) => ({ code, label })),
      credit: mayCredit
        ? {
            balance: formatMoney(account?.balanceCents ?? NO_CENTS, shop.currency),
            inProgress: account?.comingCents ? formatMoney(account.comingCents, shop.currency) : null,
          }
        : null,
      requests: requests
        .filter(({ request: { access } }) =>
          mayUse(administrator, access.tabs ? { flag: access.flag, tabs: access.tabs } : access.flag),
        )
        .map(({ kind, subjectId, request: { title }, status = "" }) => ({
          id: `${kind} ${subjectId}`,
          title,
          status,
        })),
    };
  });
}

export const personCalls = {
  block: call("GET /customer/{id}/block", {
    for: CARD_FLAGS,
    summary:
      "A customer's registrations, store credit and requests, and what the caller may do, for the Shopify admin",
    input: z.object({ id: customerIdInPath }),
    output: customerBlock,
    run: (context, { id }) => readCustomerBlock(context, parseCustomerId(id)),
  }),
};

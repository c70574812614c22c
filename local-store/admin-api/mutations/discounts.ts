import type { UserError } from "../../data/rows.ts";
import { requestCodes } from "../../discounts/add-codes.ts";
import { createDiscount, type DiscountInput } from "../../discounts/create-discount.ts";
import { requestDeletion } from "../../discounts/delete-codes.ts";
import type { RequestContext } from "../context.ts";
import { notImplemented } from "../errors.ts";
import { idOfType } from "../gid.ts";
import { parsePrice } from "../parse-money-input.ts";
import { codeDiscountNode } from "../resolvers/discount.ts";
import { jobGid } from "../resolvers/job.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

/** The supported part of `DiscountCodeBasicInput`. */
interface BasicInput {
  title?: string | null;
  code?: string | null;
  startsAt?: string | null;
  endsAt?: string | null;
  usageLimit?: number | null;
  appliesOncePerCustomer?: boolean | null;
  context?: { all?: string | null } | null;
  customerSelection?: { all?: boolean | null } | null;
  customerGets?: {
    items?: { all?: boolean | null } | null;
    value?: {
      percentage?: number | null;
      discountAmount?: { amount?: string | null; appliesOnEachItem?: boolean | null } | null;
      discountOnQuantity?: unknown;
    } | null;
  } | null;
  minimumRequirement?: unknown;
}

/** The mutations of discounts with codes. */
export const discountMutations: TypeResolvers = {
  discountCodeBasicCreate: async (_root, args: { basicCodeDiscount: BasicInput }, context) => {
    const { discount, userErrors } = await createDiscount(
      context.store,
      context.shop.domain,
      readInput(args.basicCodeDiscount, context),
    );
    if (discount)
      context.store.counters.mutation(context.shop.domain, "discountCodeBasicCreate", discount.id, true);
    return {
      codeDiscountNode: discount && codeDiscountNode(discount),
      userErrors: discountErrors(userErrors),
    };
  },

  discountRedeemCodeBulkAdd: async (
    _root,
    args: { discountId: string; codes: Array<{ code: string }> },
    context,
  ) => {
    const id = idOfType(args.discountId, "DiscountCodeNode");
    const codes = args.codes.map(({ code }) => code);
    const { creation, userErrors } = await requestCodes(context.store, context.shop.domain, id, codes);
    if (creation) context.store.counters.mutation(context.shop.domain, "discountRedeemCodeBulkAdd", id, true);
    return { bulkCreation: creation, userErrors: discountErrors(userErrors) };
  },

  discountCodeRedeemCodeBulkDelete: async (
    _root,
    args: {
      discountId: string;
      ids?: string[] | null;
      search?: string | null;
      savedSearchId?: string | null;
    },
    context,
  ) => {
    if (args.search || args.savedSearchId) throw notImplemented("deleting discount codes by a search");
    const id = idOfType(args.discountId, "DiscountCodeNode");
    const codeIds = (args.ids ?? []).map((code) => idOfType(code, "DiscountRedeemCode"));
    const { deletion, userErrors } = await requestDeletion(context.store, context.shop.domain, id, codeIds);
    for (const code of deletion ? codeIds : [])
      context.store.counters.mutation(context.shop.domain, "discountCodeRedeemCodeBulkDelete", code, true);
    return {
      job: deletion && { id: jobGid(deletion.id), done: false },
      userErrors: discountErrors(userErrors),
    };
  },
};

function readInput(input: BasicInput, context: RequestContext): DiscountInput {
  const { customerGets, context: buyers, customerSelection } = input;
  if (input.minimumRequirement) throw notImplemented("discounts with a minimum requirement");
  if (buyers?.all !== "ALL" && customerSelection?.all !== true)
    throw notImplemented("discounts that aren't for all customers");
  if (customerGets?.items?.all !== true) throw notImplemented("discounts that aren't for all items");
  const { percentage = null, discountAmount, discountOnQuantity } = customerGets.value ?? {};
  if (discountOnQuantity) throw notImplemented("discounts on a quantity");
  if (discountAmount?.appliesOnEachItem) throw notImplemented("discounts that apply to each item");
  const amount = discountAmount?.amount ?? null;
  return {
    title: input.title ?? "",
    code: input.code ?? "",
    percentage,
    amountCents: amount === null ? null : parsePrice(amount, context.shop.currency),
    oncePerCustomer: input.appliesOncePerCustomer ?? false,
    usageLimit: input.usageLimit ?? null,
    startsAt: input.startsAt ? new Date(input.startsAt) : null,
    endsAt: input.endsAt ? new Date(input.endsAt) : null,
  };
}

const discountErrors = (errors: readonly UserError[]) =>
  errors.map((error) => ({ extraInfo: null, ...error }));

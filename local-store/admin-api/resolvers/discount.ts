import { toDateTime } from "../../data/instants.ts";
import { codesOfCreation, findCreation } from "../../discounts/add-codes.ts";
import {
  codesAfter,
  countCodes,
  findDiscount,
  findDiscountByCode,
  statusOf,
  usageOfCodes,
  usageOfDiscount,
} from "../../discounts/read-discounts.ts";
import type { CodeCreationRow, CreatedCodeRow, DiscountCodeRow, DiscountRow } from "../../discounts/rows.ts";
import { BatchLoader } from "../batch-loader.ts";
import type { RequestContext } from "../context.ts";
import { notImplemented } from "../errors.ts";
import { gid, idOfType, parseGid } from "../gid.ts";
import { connection, type PageArguments, pageSize } from "../paging/connection.ts";
import { decodeCursor, encodeCursor } from "../paging/cursor.ts";
import { decimal } from "./money.ts";
import type { ListResolver, TypeResolvers } from "./types.ts";

/** A discount node as a resolver source. */
export const codeDiscountNode = (discount: DiscountRow) => ({
  __typename: "DiscountCodeNode",
  id: gid("DiscountCodeNode", discount.id),
  codeDiscount: { ...discount, __typename: "DiscountCodeBasic" },
});

/** Root fields for discounts. */
export const discountQueries: TypeResolvers = {
  codeDiscountNode: async (_root, args: { id: string }, context) => {
    const id = idOfType(args.id, "DiscountCodeNode");
    const discount = await findDiscount(context.store.pool, context.shop.domain, id);
    return discount && codeDiscountNode(discount);
  },
  codeDiscountNodeByCode: async (_root, { code }: { code: string }, context) => {
    const discount = await findDiscountByCode(context.store.pool, context.shop.domain, code);
    return discount && codeDiscountNode(discount);
  },
  discountNode: async (_root, args: { id: string }, context) => {
    const { type } = parseGid(args.id);
    const id = idOfType(args.id, type === "DiscountCodeNode" ? type : "DiscountNode");
    const discount = await findDiscount(context.store.pool, context.shop.domain, id);
    return discount && { id: args.id, discount: { ...discount, __typename: "DiscountCodeBasic" } };
  },
  discountRedeemCodeBulkCreation: (_root, args: { id: string }, context) => {
    const id = idOfType(args.id, "DiscountRedeemCodeBulkCreation");
    return findCreation(context.store.pool, context.shop.domain, id);
  },
};

const CURSOR_SORT = "ID";

/** The fields of a basic discount with codes. */
export const discountResolvers: TypeResolvers = {
  status: (discount: DiscountRow, _args, context) => statusOf(discount, context.store.clock.now()),
  startsAt: (discount: DiscountRow) => toDateTime(discount.starts_at),
  endsAt: (discount: DiscountRow) => discount.ends_at && toDateTime(discount.ends_at),
  createdAt: (discount: DiscountRow) => toDateTime(discount.created_at),
  usageLimit: (discount: DiscountRow) => discount.usage_limit,
  appliesOncePerCustomer: (discount: DiscountRow) => discount.once_per_customer,
  asyncUsageCount: (discount: DiscountRow, _args, context) => usageOfDiscount(context.store, discount),
  codesCount: async (discount: DiscountRow, _args, context) => ({
    count: await countCodes(context.store.pool, discount),
    precision: "EXACT",
  }),
  customerGets: ({ percentage, amount_cents }: DiscountRow, _args, context) => ({
    value:
      amount_cents === null
        ? { __typename: "DiscountPercentage", percentage }
        : {
            __typename: "DiscountAmount",
            amount: {
              amount: decimal(amount_cents, context.shop.currency),
              currencyCode: context.shop.currency,
            },
            appliesOnEachItem: false,
          },
  }),
  /** A page of codes, by id. Only forward and without a search. */
  codes: async (
    discount: DiscountRow,
    args: PageArguments & { query?: string | null; sortKey?: string | null },
    context,
  ) => {
    if (args.query) throw notImplemented("the search of discount codes");
    if (args.sortKey && args.sortKey !== "ID") throw notImplemented("other orders of discount codes");
    const { size, backward } = pageSize(args);
    if (backward || args.before || args.reverse) throw notImplemented("discount codes read backward");
    const after = args.after ? decodeCursor(args.after, CURSOR_SORT) : null;
    const found = await codesAfter(context.store.pool, discount, after?.last_id ?? 0, size + 1);
    const page = codeSources(context, found.slice(0, size));
    const edges = page.map((node, index) => ({
      node,
      cursor: encodeCursor({
        last_id: node.code_id,
        last_value: "",
        sort: CURSOR_SORT,
        rank: (after?.rank ?? 0) + index + 1,
      }),
    }));
    return connection(edges, found.length > size, after !== null);
  },
};

/** Codes as resolver sources. Their use counts are read together. */
function codeSources(context: RequestContext, codes: readonly DiscountCodeRow[]) {
  const usage = new BatchLoader((ids: readonly number[]) =>
    usageOfCodes(context.store, context.shop.domain, ids),
  );
  return codes.map(({ id, code }) => ({
    code_id: id,
    id: gid("DiscountRedeemCode", id),
    code,
    asyncUsageCount: async () => (await usage.load(id)) ?? 0,
  }));
}

/** The fields of a code. */
export const redeemCodeResolvers: TypeResolvers = {
  asyncUsageCount: (code: { asyncUsageCount: () => Promise<number> }) => code.asyncUsageCount(),
};

type CreatedCode = CreatedCodeRow & { id: number };

/** The fields of a creation of codes. */
export const codeCreationResolvers: TypeResolvers = {
  id: ({ id }: CodeCreationRow) => gid("DiscountRedeemCodeBulkCreation", id),
  done: ({ done_at }: CodeCreationRow) => done_at !== null,
  createdAt: ({ created_at }: CodeCreationRow) => toDateTime(created_at),
  codesCount: async (creation: CodeCreationRow, _args, context) =>
    (await codesOfCreation(context.store.pool, creation)).length,
  importedCount: async (creation: CodeCreationRow, _args, context) =>
    (await codesOfCreation(context.store.pool, creation)).filter(({ code_id }) => code_id !== null).length,
  failedCount: async (creation: CodeCreationRow, _args, context) =>
    (await codesOfCreation(context.store.pool, creation)).filter(({ error_code }) => error_code !== null)
      .length,
};

/** The connections of a creation that are read completely. */
export const codeCreationLists: Readonly<Record<string, ListResolver>> = {
  codes: async (creation: CodeCreationRow, _args, context): Promise<CreatedCode[]> =>
    (await codesOfCreation(context.store.pool, creation)).map((row) => ({ ...row, id: row.position })),
};

/** The fields of a code of a creation. */
export const createdCodeResolvers: TypeResolvers = {
  discountRedeemCode: ({ shop, code_id, creation_id, code }: CreatedCode, _args, context) =>
    code_id === null
      ? null
      : codeSources(context, [{ shop, id: code_id, discount_id: creation_id, code }])[0],
  errors: ({ error_code, error_message }: CreatedCode) =>
    error_code === null
      ? []
      : [{ code: error_code, field: ["code"], message: error_message, extraInfo: null }],
};

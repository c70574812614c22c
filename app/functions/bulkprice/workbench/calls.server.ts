import { z } from "zod";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { exportCallsOf } from "~/core/exports/calls-of-list.server";
import { operationId } from "~/core/imports/schemas";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { DATE_NOT_VALID, END_NOT_VALID } from "../states";
import { createPlan } from "./plan.server";
import { COMPARE_ATS, ENDINGS, RULE_KINDS } from "./price-rule";
import { readChoices, readWorkbenchPage } from "./read-workbench.server";
import { storeSkuList } from "./sku-lists.server";
import { workbenchList } from "./workbench-list.server";

const text = z.string();
const count = z.number().int();

const { sort, ...choice } = workbenchList.input;

const rule = {
  kind: z.enum(RULE_KINDS, `must be one of: ${RULE_KINDS.join(", ")}`).default("lower-percent"),
  /** A percentage or an amount. Without it, no new prices are answered. */
  by: text.trim().max(20, "must be at most 20 characters").default(""),
  ending: z.enum(ENDINGS, `must be one of: ${ENDINGS.join(", ")}`).default("none"),
  compareAt: z.enum(COMPARE_ATS, `must be one of: ${COMPARE_ATS.join(", ")}`).default("keep"),
};

const choices = z.array(z.object({ value: text, label: text, products: count }));

/** The calls of the price workbench. */
export const workbenchCalls = {
  page: call("GET /bulkprice/workbench", {
    for: "showBulkPrice",
    summary: "A page of variants with their prices, and what a rule makes of them",
    input: z.object({ ...choice, ...rule, sort, ...pageRequest }),
    output: pageOf(workbenchList.row),
    run: (context: CallContext, { kind, by, ending, compareAt, sort, direction, last_id, ...filter }) =>
      readWorkbenchPage(context, {
        filter,
        rule: { kind, by, ending, compareAt },
        sort,
        direction,
        last_id,
      }),
  }),
  choices: call("GET /bulkprice/workbench/choices", {
    for: "showBulkPrice",
    summary: "The vendors, collections and tags that products can be chosen by, at most 1,000 each",
    output: z.object({ vendors: choices, collections: choices, tags: choices }),
    run: readChoices,
  }),
  storeSkus: call("POST /bulkprice/workbench/skus", {
    for: "showBulkPrice",
    summary: "Store a list of SKUs, to choose products by its ID for 30 days",
    input: z.object({ text: text.max(1_000_000, "must be at most 1,000,000 characters") }),
    output: z.object({ id: text, skus: count, unknown: z.array(text), unknownCount: count }),
    run: (context, input) => storeSkuList(context, input.text),
  }),
  plan: call("POST /bulkprice/workbench/plans", {
    for: "showBulkPrice",
    summary:
      "Make a plan of the new prices of all chosen variants: an import of prices, checked and not yet started",
    input: z.object({
      ...choice,
      ...rule,
      name: text.trim().min(1, "Enter a name.").max(200, "must be at most 200 characters"),
      effectiveAt: z.iso.datetime({ offset: true, error: DATE_NOT_VALID }),
      endAt: z.iso.datetime({ offset: true, error: END_NOT_VALID }).nullish(),
      belowMapp: z.boolean("must be true or false").default(false),
      operationId,
    }),
    output: z.object({ importId: text, prices: count }),
    run(
      context,
      { kind, by, ending, compareAt, name, effectiveAt, endAt, belowMapp, operationId: key, ...filter },
    ) {
      const dates = { effectiveAt, endAt: endAt ?? null };
      const ruleText = { kind, by, ending, compareAt };
      return createPlan(context, { name, filter, rule: ruleText, ...dates, belowMapp, operationId: key });
    },
  }),
};

/** The calls under `exports` that download current prices as a template for the import. */
export const workbenchExports = {
  currentPrices: exportCallsOf(workbenchList, "/bulkprice/workbench/export", "current prices"),
};

import { z } from "zod";
import { auditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { startSyncFor } from "~/core/syncs/define-sync.server";
import { answerSyncLog, answerSyncs, readSyncs, syncAnswerOf } from "~/core/syncs/read-syncs.server";
import { syncsListOf } from "~/core/syncs/sync";
import { syncAnswer, syncFileName, syncLineAnswer } from "~/core/syncs/sync-schemas";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import type { SearchSync } from "./define-search-sync.server";
import { indexedField, listIndexedFields, setFieldIndexed } from "./index-fields.server";
import { comparisonResult } from "./inspect/compare-catalog.server";
import { comparisonSection } from "./inspect/comparison";
import { inspection, inspectProduct, sendProduct } from "./inspect/inspect-product.server";
import { foundProducts, trySearch } from "./inspect/try-search.server";
import { readPendingChanges } from "./pending-changes.server";
import { pendingChanges } from "./sync-state";

const answered = { status: z.literal(true), msg: z.string() };
const message = z.object({ message: z.string() });
const product = z.string().trim().min(1, "must be a product's ID, handle, SKU or title").max(255);

export const comparisonStarted = auditAction<null, null>(
  "search.comparison-started",
  "Started a comparison of the products with a search engine",
);
export const differencesSent = auditAction<null, { products: number }>(
  "search.differences-sent",
  "Sent the products that a comparison found different",
);

/** The calls that each search engine's page has. */
export const searchCallsOf = (sync: SearchSync) => {
  const { name, system, flag } = sync;
  return {
    list: call(`GET /${name}/list`, {
      for: flag,
      summary: `The newest syncs with ${system}`,
      output: z.object({
        ...answered,
        list: z.array(syncAnswer),
        /** Whether the engine is set up in this shop. */
        configured: z.boolean(),
        changes: pendingChanges,
      }),
      async run(context) {
        const { domain } = context.shop;
        const list = await answerSyncs(context, name);
        const connection = await withShop(domain, async (tx) => ({
          configured: await sync.isConfigured(tx, domain),
          changes: await readPendingChanges(tx, domain, sync.sync),
        }));
        return { status: true as const, msg: `${list.length} syncs found.`, list, ...connection };
      },
    }),
    log: call(`GET /${name}/log`, {
      for: flag,
      summary: "The log of a sync: its newest 2,000 lines",
      input: z.object({ f: syncFileName }),
      output: z.object({ ...answered, json: z.array(syncLineAnswer) }),
      async run(context, input) {
        const json = await answerSyncLog(context, name, input.f);
        return { status: true as const, msg: `${json.length} lines found.`, json };
      },
    }),
    fields: call(`GET /${name}/fields`, {
      for: flag,
      summary: "What a product's record can have, and which of it is indexed from the next full sync on",
      output: z.object({ fields: z.array(indexedField) }),
      run: async ({ shop }) => ({ fields: await listIndexedFields(shop.domain, name) }),
    }),
    setField: call(`POST /${name}/fields`, {
      for: flag,
      summary: "Index a field from the next full sync on, or leave it out",
      input: z.object({ name: z.string().min(1).max(320), indexed: z.boolean() }),
      output: message,
      async run(context, field) {
        const { label } = await setFieldIndexed(context, sync, field);
        publishChange(context.shop.domain, flag, { list: syncsListOf(name) });
        const what = field.indexed ? `${label} is indexed` : `${label} is left out`;
        return { message: `${what} from the next full sync on.` };
      },
    }),
    inspect: call(`GET /${name}/product`, {
      for: flag,
      summary: "A product beside its record in each search engine, field by field",
      input: z.object({ product }),
      output: inspection,
      run: (context, input) => inspectProduct(context, input.product),
    }),
    send: call(`POST /${name}/product`, {
      for: flag,
      summary: "Send a product to the search engines now, or remove it where shoppers mustn't find it",
      input: z.object({ product }),
      output: message,
      async run(context, input) {
        const { title, systems, isRemoved } = await sendProduct(context, { ...input, flag });
        return { message: `${title} is ${isRemoved ? "removed from" : "sent to"} ${systems.join(" and ")}.` };
      },
    }),
    comparison: call(`GET /${name}/comparison`, {
      for: flag,
      summary: "The newest comparison of the live index with the catalog",
      output: z.object({
        run: syncAnswer.nullable(),
        /** The one that ended last. */
        ended: syncAnswer.nullable(),
        /** Of the newest one that has ended well. */
        result: comparisonResult.nullable(),
        /** When that one ended. ISO 8601. */
        at: z.string().nullable(),
      }),
      run: (context) => readComparison(context, name),
    }),
    compare: call(`POST /${name}/comparison`, {
      for: flag,
      summary: "Compare the live index with the catalog, as a job",
      status: 202,
      output: z.object({ jobId: z.string() }),
      run: (context) => startComparison(context, sync),
    }),
    sendDifferences: call(`POST /${name}/comparison/differences`, {
      for: flag,
      summary: "Send the products that the newest comparison names as different, missing or not to be found",
      output: message,
      run: async (context) => ({ message: await sendDifferences(context, sync) }),
    }),
    search: call(`GET /${name}/search`, {
      for: flag,
      summary: "Search the live index as a storefront would",
      input: z.object({
        q: z.string().max(200).default(""),
        /** Values that all hits must have: a JSON object of the engine's field names. */
        facets: z
          .string()
          .max(2_000)
          .default("{}")
          .transform((text, issues) => {
            try {
              return z.record(z.string(), z.string()).parse(JSON.parse(text));
            } catch {
              issues.addIssue({ code: "custom", message: "must be a JSON object of texts" });
              return z.NEVER;
            }
          }),
      }),
      output: foundProducts,
      run: (context, { q, facets }) => trySearch(context, name, { text: q, facets }),
    }),
  };
};

/** The newest comparison, and the newest one that has ended well. */
async function readComparisons(tx: ShopTransaction, shop: string, name: SearchSync["name"]) {
  const comparisons = await readSyncs(tx, shop, comparisonSection(name));
  const compared = comparisons.find(({ data }) => data.comparison !== undefined);
  const result = comparisonResult.safeParse(compared?.data.comparison);
  const [ended] = comparisons
    .filter(({ finishedAt }) => finishedAt !== null)
    .toSorted((one, other) => Number(other.finishedAt) - Number(one.finishedAt));
  return { newest: comparisons[0], ended, compared, result: result.success ? result.data : null };
}

async function readComparison({ shop: { domain }, clock }: CallContext, name: SearchSync["name"]) {
  const found = await withShop(domain, (tx) => readComparisons(tx, domain, name));
  const { newest, ended, compared, result } = found;
  return {
    run: newest ? syncAnswerOf(newest, clock.now()) : null,
    ended: ended ? syncAnswerOf(ended, clock.now()) : null,
    result,
    at: compared ? (compared.finishedAt ?? compared.beganAt).toISOString() : null,
  };
}

async function requireConfigured(tx: ShopTransaction, shop: string, sync: SearchSync): Promise<void> {
  if (!(await sync.isConfigured(tx, shop)))
    throw conflict(`${sync.system} isn't set up for this shop. The account owner can do it on Settings.`);
}

const startComparison = (context: CallContext, sync: SearchSync): Promise<{ jobId: string }> =>
  startSyncFor(context, sync.comparison, { action: comparisonStarted, after: null }, async (tx) => {
    await requireConfigured(tx, context.shop.domain, sync);
    return [{ label: "Compare all products", input: {} }];
  });

/** @throws 409 when there is nothing to send, or the engine isn't set up */
async function sendDifferences(context: CallContext, sync: SearchSync): Promise<string> {
  const { domain } = context.shop;
  const count = await withShop(domain, async (tx) => {
    await requireConfigured(tx, domain, sync);
    const { compared, result } = await readComparisons(tx, domain, sync.name);
    if (!compared || !result || result.products.length === 0)
      throw conflict("The newest comparison found no differences. Compare again.");
    const products = result.products.map(({ id }) => id);
    await sync.queue(tx, domain, products);
    await recordAudit(tx, domain, differencesSent, {
      actor: context.administrator,
      subject: { type: jobSubject, id: compared.id },
      before: null,
      after: { products: products.length },
      jobId: compared.id,
      flag: sync.flag,
    });
    return products.length;
  });
  return `${count === 1 ? "1 product is" : `${count} products are`} being sent to ${sync.system}. Compare again in a minute.`;
}

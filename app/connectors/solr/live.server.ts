import { z } from "zod";
import { storableText } from "~/platform/contract/storable-text";
import { Refusal } from "~/platform/errors";
import { jsonIn, sendRepeated } from "~/platform/send-repeated.server";
import { ContentRefused, isAboutContent } from "../content-refused";
import type { Solr, SolrAccess, SolrFacet } from "./port";

/** A collection's creation waits for its replicas. */
const ANSWER_WITHIN_MS = 120_000;
/** Documents of 200 products. */
const MAX_ANSWER_LENGTH = 10_000_000;
const MAX_MESSAGE_LENGTH = 300;

const collections = z.object({ collections: z.array(z.string()) });
const aliases = z.object({ aliases: z.record(z.string(), z.string()).nullish() });
const dynamicFields = z.object({ dynamicFields: z.array(z.object({ name: z.string() })) });
const found = z.object({ response: z.object({ numFound: z.number() }) });
const searched = z.object({
  response: z.object({ numFound: z.number(), docs: z.array(z.looseObject({ id: z.string() })) }),
  facet_counts: z
    .object({ facet_fields: z.record(z.string(), z.array(z.union([z.string(), z.number()]))) })
    .optional(),
});
const anything = z.object({});
const refused = z.object({ error: z.object({ msg: z.string() }) });

/**
 * SolrCloud over HTTPS: the Collections API (https://solr.apache.org/guide/solr/latest/deployment-guide/collection-management.html),
 * the Schema API, and the update and select handlers of a collection.
 */
export function liveSolr({ baseUrl, user, key }: SolrAccess): Solr {
  const root = baseUrl.replace(/\/+$/, "");
  const authorization = `Basic ${Buffer.from(`${user}:${key}`).toString("base64")}`;

  async function send<T>(
    answerShape: z.ZodType<T>,
    path: string,
    {
      query,
      body,
      signal,
    }: { query: Record<string, string> | [string, string][]; body?: unknown; signal?: AbortSignal },
  ): Promise<T> {
    const parameters = new URLSearchParams(query);
    parameters.set("wt", "json");
    const answer = await sendRepeated("Solr", `${root}${path}?${parameters}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization,
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      timeoutMs: ANSWER_WITHIN_MS,
      signal,
      maxLength: MAX_ANSWER_LENGTH,
      allowQuery: true,
    });
    return read(answerShape, answer);
  }

  const admin = <T>(
    shape: z.ZodType<T>,
    action: string,
    query: Record<string, string>,
    signal?: AbortSignal,
  ) => send(shape, "/admin/collections", { query: { action, ...query }, signal });
  const update = async (collection: string, body: unknown, signal?: AbortSignal) => {
    await send(anything, `/${encodeURIComponent(collection)}/update`, { query: {}, body, signal });
  };
  const listCollections = async (signal?: AbortSignal) =>
    (await admin(collections, "LIST", {}, signal)).collections;

  return {
    listCollections,
    async listAliases(signal) {
      return (await admin(aliases, "LISTALIASES", {}, signal)).aliases ?? {};
    },
    async createCollection({ name, configSet, shards, replicas }, signal) {
      if ((await listCollections(signal)).includes(name)) return;
      const query = {
        name,
        "collection.configName": configSet,
        numShards: String(shards),
        replicationFactor: String(replicas),
        waitForFinalState: "true",
      };
      try {
        await admin(anything, "CREATE", query, signal);
      } catch (error) {
        // An attempt whose answer was lost has created it.
        if (signal?.aborted || !(await listCollections(signal)).includes(name)) throw error;
      }
    },
    async deleteCollection(name, signal) {
      try {
        await admin(anything, "DELETE", { name }, signal);
      } catch (error) {
        if (signal?.aborted || (await listCollections(signal)).includes(name)) throw error;
      }
    },
    async setAlias(alias, collection, signal) {
      await admin(anything, "CREATEALIAS", { name: alias, collections: collection }, signal);
    },
    async addDynamicFields(collection, fields, signal) {
      const path = `/${encodeURIComponent(collection)}/schema`;
      const readMissing = async () => {
        const stored = await send(dynamicFields, `${path}/dynamicfields`, { query: {}, signal });
        const names = new Set(stored.dynamicFields.map(({ name }) => name));
        return fields.filter(({ name }) => !names.has(name));
      };
      const missing = await readMissing();
      if (missing.length === 0) return;
      try {
        await send(anything, path, { query: {}, body: { "add-dynamic-field": missing }, signal });
      } catch (error) {
        if (signal?.aborted || (await readMissing()).length > 0) throw error;
      }
    },
    add: (collection, documents, signal) => update(collection, documents, signal),
    remove: (collection, ids, signal) => update(collection, { delete: ids }, signal),
    commit: (collection, signal) => update(collection, { commit: {} }, signal),
    async count(collection, signal) {
      const query = { q: "*:*", rows: "0" };
      const path = `/${encodeURIComponent(collection)}/select`;
      return (await send(found, path, { query, signal })).response.numFound;
    },
    async search(collection, { q, fq, fl, sort, rows, facets = [], facetValues = 100 }, signal) {
      const query: [string, string][] = [
        ["q", q],
        ...fq.map((each): [string, string] => ["fq", each]),
        ["rows", String(rows)],
        ...(fl ? ([["fl", fl]] satisfies [string, string][]) : []),
        ...(sort ? ([["sort", sort]] satisfies [string, string][]) : []),
      ];
      if (facets.length > 0)
        query.push(
          ["facet", "true"],
          ["facet.mincount", "1"],
          ["facet.limit", String(facetValues)],
          ...facets.map((field): [string, string] => ["facet.field", field]),
        );
      const answer = await send(searched, `/${encodeURIComponent(collection)}/select`, { query, signal });
      return {
        total: answer.response.numFound,
        documents: answer.response.docs,
        facets: Object.entries(answer.facet_counts?.facet_fields ?? {}).map(([field, counts]) => ({
          field,
          values: pairsOf(counts),
        })),
      };
    },
  };
}

/** Solr's list of a value and its number, one after the other. */
const pairsOf = (counts: readonly (string | number)[]): SolrFacet["values"] =>
  counts.flatMap((value, at) =>
    at % 2 === 0 ? { value: String(value), count: Number(counts[at + 1]) } : [],
  );

function read<T>(shape: z.ZodType<T>, { status, body }: { status: number; body: string }): T {
  if (status === 401 || status === 403)
    throw refusal(
      "Solr doesn't accept the user, the password, or what the user may do. The account owner can correct it on Settings.",
    );
  const answer = jsonIn(body);
  if (status < 200 || status >= 300) {
    const parsed = refused.safeParse(answer);
    const message = parsed.success
      ? storableText(parsed.data.error.msg.slice(0, MAX_MESSAGE_LENGTH))
      : `HTTP ${status}`;
    const text = `Solr refused: ${message}`;
    throw isAboutContent(status) ? new ContentRefused(502, CODE, text) : refusal(text);
  }
  const parsed = shape.safeParse(answer);
  if (!parsed.success)
    throw refusal("Solr's answer couldn't be read. The account owner can check the address on Settings.");
  return parsed.data;
}

const CODE = "SOLR_REFUSED";
const refusal = (message: string) => new Refusal(502, CODE, message);

import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Store } from "../data/database.ts";
import { groupBy } from "../data/group-by.ts";
import { findDocuments, findIds } from "../data/search-documents.ts";
import type { RecordChange } from "./change-records.ts";
import { conditionOf } from "./filters.ts";
import { type AlgoliaRequest, accept, parse, Refused, requireIndex, type Work } from "./handle.ts";
import { readIndex, recordsOf } from "./indexes.ts";
import { facetsOf, MAX_HITS, retrieved, search, searchFacet, searchSchema } from "./search.ts";

const OPERATIONS = ["Increment", "Decrement", "Add", "AddUnique", "Remove"];
const bodySchema = z.looseObject({ objectID: z.coerce.string().min(1).optional() });
const partialBody = z
  .looseObject({ objectID: z.coerce.string().min(1) })
  .refine(
    (body) =>
      Object.values(body).every(
        (value) =>
          typeof value !== "object" ||
          value === null ||
          !("_operation" in value) ||
          OPERATIONS.includes(String(value._operation)),
      ),
    `_operation must be one of ${OPERATIONS.join(", ")}`,
  );
const identified = z.looseObject({ objectID: z.coerce.string().min(1) });
const changeSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("addObject"), body: bodySchema }),
  z.object({ action: z.enum(["updateObject", "deleteObject"]), body: identified }),
  z.object({ action: z.enum(["partialUpdateObject", "partialUpdateObjectNoCreate"]), body: partialBody }),
  z.object({ action: z.literal("clear") }),
]);
const batchSchema = z.strictObject({ requests: z.array(changeSchema).min(1) });
const manySchema = z.strictObject({
  requests: z.array(changeSchema.and(z.object({ indexName: z.string().min(1) }))).min(1),
});

type WantedChange = z.infer<typeof changeSchema>;

/** Changes of the records of one index. */
export const batch: Work = async (request) => {
  refuseByFault(request);
  return change(request, parse(batchSchema, request.request.body).requests);
};

/** Changes of the records of several indexes. */
export const batchOfMany: Work = async (request) => {
  refuseByFault(request);
  const { requests } = parse(manySchema, request.request.body);
  const taskID: Record<string, number> = {};
  const objectIDs: string[] = [];
  for (const [index, changes] of groupBy(requests, ({ indexName }) => indexName)) {
    const { body } = await change({ ...request, index }, changes);
    taskID[index] = body.taskID;
    objectIDs.push(...body.objectIDs);
  }
  return { status: 200, body: { taskID, objectIDs } };
};

async function change(request: AlgoliaRequest, wanted: readonly WantedChange[]) {
  const requests: RecordChange[] = wanted.map((each) =>
    each.action === "addObject"
      ? { action: each.action, body: { ...each.body, objectID: each.body.objectID ?? randomUUID() } }
      : each,
  );
  refuseLarge(request.store, request.shop, requests);
  const objectIDs = requests.flatMap((each) => ("body" in each ? [each.body.objectID] : []));
  const { status, body } = await accept(request, { kind: "batch", requests });
  return { status, body: { ...body, objectIDs } };
}

function refuseByFault({ store: { faults, counters }, shop }: AlgoliaRequest): void {
  if (!faults.shouldInject(shop, faults.of(shop).algoliaRefused)) return;
  counters.fault(shop, "algoliaRefused");
  throw new Refused(400, "The record quota of this application is used up.");
}

function refuseLarge({ faults }: Store, shop: string, requests: readonly RecordChange[]): void {
  const limit = faults.of(shop).algoliaRecordBytes;
  for (const [position, each] of requests.entries()) {
    const size = "body" in each ? Buffer.byteLength(JSON.stringify(each.body)) : 0;
    if ("body" in each && size > limit)
      throw new Refused(
        400,
        `Record at the position ${position} objectID=${each.body.objectID} is too big size=${size}/${limit} bytes.`,
      );
  }
}

/** One record: added, replaced, changed in part, deleted. */
export const addRecord: Work = async (request) => {
  const { objectIDs, ...body } = (
    await change(request, [{ action: "addObject", body: parse(bodySchema, request.request.body) }])
  ).body;
  return { status: 201, body: { ...body, objectID: objectIDs[0], createdAt: body.updatedAt } };
};
export const replaceRecord: Work = (request) =>
  changeOne(request, { action: "updateObject", body: bodyOf(request) });
export const updateRecord: Work = (request) => {
  const creates = request.request.query.createIfNotExists !== "false";
  const action = creates ? "partialUpdateObject" : "partialUpdateObjectNoCreate";
  return changeOne(request, { action, body: parse(partialBody, bodyOf(request)) });
};
export const deleteRecord: Work = async (request) => {
  const body = { objectID: objectIdOf(request) };
  const answer = await accept(request, { kind: "batch", requests: [{ action: "deleteObject", body }] });
  return { ...answer, body: { ...answer.body, deletedAt: answer.body.updatedAt } };
};
export const clear: Work = (request) => accept(request, { kind: "batch", requests: [{ action: "clear" }] });

/** Deletes the records that filters find, of which there must be one. */
export const deleteByFilters: Work = async (request) => {
  const index = await requireIndex(request);
  const parameters = parse(searchSchema, withParams(request.request.body));
  const condition = conditionOf(parameters, new Set(facetsOf(index.settings)));
  if ("all" in condition && condition.all.length === 0)
    throw new Refused(400, "DeleteByQuery endpoint only supports parameters with filters");
  const ids = await findIds(request.store, recordsOf(request.shop, index), condition);
  const requests = ids.map((objectID) => ({ action: "deleteObject" as const, body: { objectID } }));
  return accept(request, { kind: "batch", requests });
};

const objectIdOf = ({ request }: AlgoliaRequest): string => String(request.params.objectID);
const bodyOf = (request: AlgoliaRequest) => ({
  ...parse(bodySchema, request.request.body),
  objectID: objectIdOf(request),
});

async function changeOne(request: AlgoliaRequest, wanted: WantedChange) {
  const { objectIDs, ...body } = (await change(request, [wanted])).body;
  return { status: 200, body: { ...body, objectID: objectIDs[0] } };
}

const attributesIn = (value: unknown): string[] | undefined =>
  typeof value === "string" && value !== "" ? value.split(",") : undefined;

async function readRecord(request: AlgoliaRequest, objectID: string, attributesToRetrieve?: string[]) {
  const { store, shop } = request;
  const index = await readIndex(store.pool, shop, request.index);
  if (!index) return undefined;
  const { documents } = await findDocuments(
    store,
    recordsOf(shop, index),
    { values: '$."objectID"', is: objectID },
    { offset: 0, limit: 1 },
  );
  const [record] = documents;
  return record && retrieved(record, { attributesToRetrieve }, {});
}

export const getRecord: Work = async (request) => {
  await requireIndex(request);
  const attributes = attributesIn(request.request.query.attributesToRetrieve);
  const record = await readRecord(request, objectIdOf(request), attributes);
  if (!record) throw new Refused(404, "ObjectID does not exist");
  return { status: 200, body: record };
};

const recordsSchema = z.strictObject({
  requests: z.array(
    z.strictObject({
      indexName: z.string(),
      objectID: z.coerce.string(),
      attributesToRetrieve: z.array(z.string()).optional(),
    }),
  ),
});

/** Records by their ids. Null for each that doesn't exist. */
export const getRecords: Work = async (request) => {
  const { requests } = parse(recordsSchema, request.request.body);
  const results: unknown[] = [];
  for (const { indexName: index, objectID, attributesToRetrieve } of requests)
    results.push((await readRecord({ ...request, index }, objectID, attributesToRetrieve)) ?? null);
  return { status: 200, body: { results } };
};

export const query: Work = async (request) => {
  const index = await requireIndex(request);
  const parameters = parse(searchSchema, withParams(request.request.body));
  return {
    status: 200,
    body: { ...(await search(request.store, request.shop, index, parameters)), index: index.name },
  };
};

const queriesSchema = z.strictObject({
  requests: z
    .array(
      z.looseObject({
        indexName: z.string().min(1),
        type: z.enum(["default", "facet"]).optional(),
        facet: z.string().optional(),
        facetQuery: z.string().optional(),
        maxFacetHits: z.number().int().optional(),
      }),
    )
    .min(1),
  strategy: z.enum(["none", "stopIfEnoughMatches"]).optional(),
});

/** Several searches, of records or of the values of a facet. */
export const queries: Work = async (request) => {
  const { requests } = parse(queriesSchema, request.request.body);
  const results: unknown[] = [];
  for (const { indexName, type, facet = "", facetQuery = "", maxFacetHits, ...rest } of requests) {
    const one = { ...request, index: indexName };
    const parameters = parse(searchSchema, withParams(rest));
    const index = await requireIndex(one);
    results.push(
      type === "facet"
        ? await facetHits(one, facet, { facetQuery, maxFacetHits, parameters })
        : { ...(await search(request.store, request.shop, index, parameters)), index: indexName },
    );
  }
  return { status: 200, body: { results } };
};

const facetSchema = searchSchema.extend({
  facetQuery: z.string().default(""),
  maxFacetHits: z.number().int().min(1).max(100).optional(),
});

export const queryFacet: Work = async (request) => {
  const { facetQuery, maxFacetHits, ...parameters } = parse(facetSchema, withParams(request.request.body));
  const facet = String(request.request.params.facet);
  return { status: 200, body: await facetHits(request, facet, { facetQuery, maxFacetHits, parameters }) };
};

async function facetHits(
  request: AlgoliaRequest,
  facet: string,
  wanted: { facetQuery: string; maxFacetHits?: number; parameters: z.infer<typeof searchSchema> },
) {
  const { facetQuery, maxFacetHits: limit = 10, parameters } = wanted;
  const index = await requireIndex(request);
  const found = await searchFacet(request.store, request.shop, index, facet, {
    facetQuery,
    limit,
    parameters,
  });
  if (!found)
    throw new Refused(
      400,
      `Cannot search in \`${facet}\` attribute, you need to add \`searchable(${facet})\` to attributesForFaceting.`,
    );
  return { facetHits: found, exhaustiveFacetsCount: true, processingTimeMS: 1 };
}

const cursorSchema = z.looseObject({ offset: z.number().int().min(0) });

/** All records that fit, page by page. The cursor has the parameters of the first request. */
export const browse: Work = async (request) => {
  const index = await requireIndex(request);
  const { cursor, ...rest } = withParams(request.request.body);
  const { offset, ...first } = cursor === undefined ? { offset: 0, ...rest } : cursorIn(String(cursor));
  const parameters = parse(searchSchema, first);
  const length = parameters.hitsPerPage ?? MAX_HITS;
  const found = await search(request.store, request.shop, index, { ...parameters, offset, length });
  const next = offset + length;
  return {
    status: 200,
    body: {
      ...found,
      ...(next < Number(found.nbHits) && { cursor: cursorOf({ ...first, offset: next }) }),
    },
  };
};

const cursorOf = (state: object): string => Buffer.from(JSON.stringify(state)).toString("base64url");
function cursorIn(text: string) {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw new Refused(400, "Cursor is not valid");
  }
}

/** The parameters of a request. Clients before version 5 send them in a text: `params: "query=nut&hitsPerPage=5"`. */
function withParams(body: unknown): Record<string, unknown> {
  const { params, ...rest } = (body ?? {}) as { params?: unknown };
  if (typeof params !== "string") return rest;
  const parsed = Object.fromEntries(
    [...new URLSearchParams(params)].map(([name, value]) => [
      name,
      /^[[{]/.test(value) ? JSON.parse(value) : value,
    ]),
  );
  return { ...parsed, ...rest };
}

import { z } from "zod";
import { storableText } from "~/platform/contract/storable-text";
import { pause } from "~/platform/deadline.server";
import { Refusal } from "~/platform/errors";
import { jsonIn, sendRepeated } from "~/platform/send-repeated.server";
import { ContentRefused, isAboutContent } from "../content-refused";
import { ALGOLIA_RIGHTS, type Algolia, type AlgoliaAccess, type AlgoliaReadRight, rightsText } from "./port";

const ANSWER_WITHIN_MS = 60_000;
/** How often Algolia is read until it has applied a change. */
const POLL_MS = { first: 100, most: 3_000 };
const APPLIED_WITHIN_MS = 15 * 60_000;
/** Characters. Of 200 records of 100,000 bytes, or of an application's list of indexes with about 300 characters each. */
const MAX_ANSWER_LENGTH = 25_000_000;
const MAX_MESSAGE_LENGTH = 300;

const indexList = z.object({ items: z.array(z.object({ name: z.string(), entries: z.number() })) });
const changeResponse = z.object({ taskID: z.number() });
const task = z.object({ status: z.string() });
const keyResponse = z.object({ acl: z.array(z.string()) });
const settings = z.record(z.string(), z.unknown());
const foundRecords = z.object({ results: z.array(z.looseObject({ objectID: z.string() }).nullable()) });
const browsed = z.object({
  hits: z.array(z.object({ objectID: z.string() })),
  cursor: z.string().optional(),
});
const searched = z.object({
  nbHits: z.number(),
  hits: z.array(z.looseObject({ objectID: z.string() })),
  facets: z.record(z.string(), z.record(z.string(), z.number())).optional(),
});
const errorResponse = z.object({ message: z.string() });

type Body = Record<string, unknown>;
type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Algolia's search API over HTTPS (https://www.algolia.com/doc/rest-api/search): `{baseUrl}/1/indexes`.
 * An index's changes are applied one after the other, in the order in which they arrived.
 */
export function liveAlgolia({ baseUrl, applicationId, key }: AlgoliaAccess): Algolia {
  const base = baseUrl.replace(/\/+$/, "");
  const root = `${base}/1/indexes`;
  const pathOf = (index: string) => `${root}/${encodeURIComponent(index)}`;

  async function request(method: Method, address: string, body?: Body, signal?: AbortSignal) {
    return sendRepeated("Algolia", address, {
      method,
      headers: {
        "x-algolia-application-id": applicationId,
        "x-algolia-api-key": key,
        accept: "application/json",
        ...(body && { "content-type": "application/json" }),
      },
      body: body && JSON.stringify(body),
      timeoutMs: ANSWER_WITHIN_MS,
      signal,
      maxLength: MAX_ANSWER_LENGTH,
    });
  }
  const send = async (...wanted: Parameters<typeof request>) => read(await request(...wanted));
  /** A request that no sync makes. The error names the right that the key lacks. */
  const sendWith = async (right: AlgoliaReadRight, ...wanted: Parameters<typeof request>) =>
    read(await request(...wanted), [right]);

  /** Sends a change, and waits until it is applied. */
  async function change(
    method: Exclude<Method, "GET">,
    index: string,
    { path = "", body }: { path?: string; body?: Body },
    signal?: AbortSignal,
  ): Promise<void> {
    const { taskID } = parse(changeResponse, await send(method, `${pathOf(index)}${path}`, body, signal));
    const until = Date.now() + APPLIED_WITHIN_MS;
    for (let wait = POLL_MS.first; ; wait = Math.min(wait * 1.5, POLL_MS.most)) {
      const { status } = parse(task, await send("GET", `${pathOf(index)}/task/${taskID}`, undefined, signal));
      if (status === "published") return;
      if (Date.now() > until)
        throw refusal(
          "Algolia accepted a change, but didn't apply it within 15 minutes. Start the sync again.",
        );
      await pause(wait, { signal });
    }
  }

  const batch = (
    index: string,
    action: "addObject" | "deleteObject",
    bodies: readonly object[],
    signal?: AbortSignal,
  ) => {
    const requests = bodies.map((body) => ({ action, body }));
    return change("POST", index, { path: "/batch", body: { requests } }, signal);
  };
  const operation = (from: string, body: Body, signal?: AbortSignal) =>
    change("POST", from, { path: "/operation", body }, signal);

  return {
    async readRights(signal) {
      const address = `${base}/1/keys/${encodeURIComponent(key)}`;
      return parse(keyResponse, await send("GET", address, undefined, signal)).acl;
    },
    async listIndexes(signal) {
      return parse(indexList, await send("GET", root, undefined, signal)).items;
    },
    async readSettings(index, signal) {
      const answer = await request("GET", `${pathOf(index)}/settings`, undefined, signal);
      return answer.status === 404 ? null : parse(settings, read(answer));
    },
    saveSettings: (index, changed, signal) =>
      change("PUT", index, { path: "/settings", body: changed }, signal),
    copySettings: (from, to, signal) =>
      operation(
        from,
        { operation: "copy", destination: to, scope: ["settings", "synonyms", "rules"] },
        signal,
      ),
    saveRecords: (index, records, signal) => batch(index, "addObject", records, signal),
    deleteRecords: (index, ids, signal) =>
      batch(
        index,
        "deleteObject",
        ids.map((objectID) => ({ objectID })),
        signal,
      ),
    moveIndex: (from, to, signal) => operation(from, { operation: "move", destination: to }, signal),
    deleteIndex: (index, signal) => change("DELETE", index, {}, signal),
    async readRecords(index, ids, signal) {
      const requests = ids.map((objectID) => ({ indexName: index, objectID }));
      const answer = await sendWith("search", "POST", `${root}/*/objects`, { requests }, signal);
      return parse(foundRecords, answer).results.filter((record) => record !== null);
    },
    async browseIds(index, cursor, signal) {
      const body =
        cursor === undefined ? { attributesToRetrieve: ["objectID"], hitsPerPage: 1_000 } : { cursor };
      const page = parse(browsed, await sendWith("browse", "POST", `${pathOf(index)}/browse`, body, signal));
      return { ids: page.hits.map(({ objectID }) => objectID), cursor: page.cursor };
    },
    async search(index, query, signal) {
      const body = { ...query, facets: ["*"], attributesToRetrieve: ["objectID"], analytics: false };
      return parse(searched, await sendWith("search", "POST", `${pathOf(index)}/query`, body, signal));
    },
  };
}

/** @param rights that the request needs */
function read(
  { status, body }: { status: number; body: string },
  rights: readonly string[] = ALGOLIA_RIGHTS,
): unknown {
  if (status >= 200 && status < 300) return jsonIn(body);
  const parsed = errorResponse.safeParse(jsonIn(body));
  const message = parsed.success
    ? storableText(parsed.data.message.slice(0, MAX_MESSAGE_LENGTH))
    : `HTTP ${status}`;
  if (status === 403 && message.includes("not allowed"))
    throw refusal(
      `Algolia doesn't allow this with the API key. The account owner can give the key the ${rightsText(rights)} in Algolia, or enter another key on Settings.`,
    );
  if (status === 401 || status === 403)
    throw refusal(
      `Algolia doesn't accept the application ID or the API key: ${message}. The account owner can correct them on Settings.`,
    );
  const text = `Algolia refused: ${message}`;
  throw isAboutContent(status) ? new ContentRefused(502, CODE, text) : refusal(text);
}

function parse<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success)
    throw refusal("Algolia's answer couldn't be read. The account owner can check the address on Settings.");
  return parsed.data;
}

const CODE = "ALGOLIA_REFUSED";
const refusal = (message: string) => new Refusal(502, CODE, message);

import type { Request, RequestHandler } from "express";
import { z } from "zod";
import type { Store } from "../data/database.ts";
import { answerWithFaults, type ServiceAnswer } from "../faults/answer-with-faults.ts";
import { findKey, type Right } from "./application.ts";
import { FilterRefused } from "./filters.ts";
import { type AlgoliaIndex, readIndex } from "./indexes.ts";
import { addTask, applyDueTasks, type IndexChange } from "./tasks.ts";

/** A request of an application, whose API key has the right to it. */
export interface AlgoliaRequest {
  store: Store;
  shop: string;
  request: Request;
  /** Of the path. */
  index: string;
}

export type Work = (request: AlgoliaRequest) => Promise<ServiceAnswer>;

/** A request that Algolia refuses. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const answer = (status: number, message: string): ServiceAnswer => ({ status, body: { message, status } });

/**
 * Checks the application and the key, in headers or in the query, counts the request, and answers it with the shop's faults.
 * @param right that the key needs. Null for a request that every key may make
 */
export function handle(store: Store, operation: string, right: Right | null, work: Work): RequestHandler {
  return (request, response, next) => {
    // A theme on another host calls Algolia.
    response.set("access-control-allow-origin", "*");
    const credential = (name: string) => request.get(name) ?? textIn(request.query[name]);
    const key = findKey(credential("x-algolia-application-id"), credential("x-algolia-api-key"));
    if (!key)
      return void response.status(403).json({ message: "Invalid Application-ID or API key", status: 403 });
    if (right && !key.acl.includes(right))
      return void response.status(403).json({ message: "Method not allowed with this API key", status: 403 });
    const { shop } = key;
    const counted = {
      operation: `algolia.${operation}`,
      serverError: "algoliaServerError",
      timeoutAfterCommit: "algoliaTimeoutAfterCommit",
    } as const;
    answerWithFaults(store, shop, response, counted, async () => {
      await applyDueTasks(store, shop);
      try {
        return await work({ store, shop, request, index: String(request.params.index) });
      } catch (error) {
        if (error instanceof Refused) return answer(error.status, error.message);
        if (error instanceof FilterRefused) return answer(400, error.message);
        throw error;
      }
    }).catch(next);
  };
}

/** @throws Refused with what is wrong */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refused(400, z.prettifyError(parsed.error));
  return parsed.data;
}

/** @throws Refused with 404 */
export async function requireIndex({ store, shop, index }: AlgoliaRequest): Promise<AlgoliaIndex> {
  const stored = await readIndex(store.pool, shop, index);
  if (!stored) throw new Refused(404, `Index ${index} does not exist`);
  return stored;
}

/** Accepts a change. */
export async function accept(
  { store, shop, index }: Pick<AlgoliaRequest, "store" | "shop" | "index">,
  change: IndexChange,
  more: object = {},
) {
  const taskID = await addTask(store, shop, index, change);
  const at = new Date(store.clock.now()).toISOString();
  return { status: 200, body: { ...more, taskID, updatedAt: at } };
}

/** Whether a parameter of the query is set. */
export const isSet = ({ query }: Request, ...names: string[]): boolean =>
  names.some((name) => query[name] === "true");

const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

import { randomUUID } from "node:crypto";
import {
  type AnySchema,
  type ContractProcedure,
  type InferSchemaInput,
  type InferSchemaOutput,
  ORPCError,
  type Schema,
  ValidationError,
} from "@orpc/contract";
import { os } from "@orpc/server";
import { z } from "zod";
import type { CallMeta } from "~/core/function-entry";
import type { Permission } from "~/platform/auth/permission";
import { findUnstorable, UNSTORABLE_PROBLEM } from "~/platform/contract/storable-text";
import { isPastDeadline, withDeadline } from "~/platform/deadline.server";
import { badRequest, forbidden, type Refusal, refusalFor, upstreamFailed } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { requirePermission } from "./access/tab-limits";
import type { CallContext } from "./context.server";

/**
 * Runs before every handler: checks the caller's permission (a call without a permission is refused to everyone), turns
 * refusals into the contract's error body, and turns anything unexpected into a 500 with a reference that is in the log.
 * Implement a contract with `implement(contract).$context<CallContext>().use(guard)`.
 */
const guard = os
  .$context<CallContext>()
  .$meta<CallMeta>({})
  .middleware(({ context, next, path, procedure }, input: unknown) =>
    withDeadline(async () => {
      try {
        const { permission } = procedure["~orpc"].meta;
        if (!permission) throw forbidden();
        requirePermission(context.administrator, permission);
        const unstorable = findUnstorable(input);
        if (unstorable) throw badInput({ [fieldName(unstorable)]: UNSTORABLE_PROBLEM });
        return await next();
      } catch (error) {
        throw asCallError(lateRefusalFor(error), path.join("."));
      }
    }),
  );

/** A wait for another system that the person's deadline ended, as a refusal. Other errors as they are. */
const lateRefusalFor = (error: unknown): unknown =>
  isPastDeadline() && error instanceof Error && ["AbortError", "TimeoutError"].includes(error.name)
    ? upstreamFailed(
        "Another system didn't answer in time. What you asked for may still be done. Reload the page in a minute to see the result before you try again.",
      )
    : error;

/** Turns whatever a handler threw into the error that the contract answers with. */
export function asCallError(error: unknown, callName: string): ORPCError<string, unknown> {
  const refusal = refusalFor(error);
  if (refusal) return asOrpcError(refusal);
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.status === 400)
      return asOrpcError(inputRefused(error.cause));
    if (error.status < 500) return error;
  }
  const reference = randomUUID().slice(0, 8);
  log.error({ reference, call: callName, err: error }, "a call failed unexpectedly");
  return new ORPCError("INTERNAL_SERVER_ERROR", {
    status: 500,
    message: `Something went wrong on our side. Look at the record before you try again. Reference: ${reference}`,
    data: { reference },
  });
}

const asOrpcError = ({ status, code, message, fieldErrors }: Refusal): ORPCError<string, unknown> =>
  new ORPCError(code, { status, message, data: fieldErrors && { fieldErrors } });

function inputRefused(cause: ValidationError): Refusal {
  const fieldErrors: Record<string, string> = {};
  for (const issue of cause.issues) {
    const names = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
    fieldErrors[fieldName(names)] = issue.message;
  }
  return badInput(fieldErrors);
}

/** A field as the caller knows it: where in the request it stood is not part of its name. */
const fieldName = (path: readonly string[]): string =>
  path.filter((name) => name !== "body" && name !== "params" && name !== "query").join(".") || "body";

function badInput(fieldErrors: Record<string, string>): Refusal {
  const problems = Object.entries(fieldErrors).map(([field, problem]) => `${field}: ${problem}`);
  return badRequest(problems.join("; "), fieldErrors);
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Where in a request the parts of an input stand. Without parts, the input is the path's parameters with the query or the body. */
type Parts = Readonly<Partial<Record<"params" | "query" | "headers" | "body", z.ZodType>>>;

type SchemaOf<I> = I extends AnySchema
  ? I
  : I extends Parts
    ? z.ZodObject<{ -readonly [K in keyof I]: Extract<I[K], z.ZodType> }>
    : Schema<unknown, unknown>;

/** A call with what answers it. Of the answering code nothing stays in the type, so that pages can import it with `import type`. */
export type Call<I extends AnySchema = AnySchema, O extends AnySchema = AnySchema> = ContractProcedure<
  I,
  O,
  Record<never, never>,
  CallMeta
> & { readonly kind: "call" };

/** Calls by name, at any depth. */
export interface Calls {
  readonly [name: string]: Call | Calls;
}

/**
 * A call: who may make it, where it is under `/api`, what it takes and answers, and what it does. Pages, scripts, the OpenAPI document and
 * the client of a backend elsewhere derive from it.
 * @param route the method and the path. `{id}` in the path is a field of the input
 */
export function call<O extends z.ZodType, const I extends z.ZodType | Parts | undefined = undefined>(
  route: `${Method} /${string}`,
  declared: {
    /** Who may make it. */
    for: Permission;
    /** Refuses some of them before the input is read, such as those who are limited to other tabs. */
    check?(context: CallContext): void;
    summary: string;
    /** A schema, or schemas for the parts of a request. */
    input?: I;
    output: O;
    /** The HTTP status of the answer. 200 by default. */
    status?: number;
    run(
      context: CallContext,
      input: InferSchemaOutput<SchemaOf<I>>,
    ): InferSchemaInput<O> | Promise<InferSchemaInput<O>>;
  },
): Call<SchemaOf<I>, O> {
  const [method, path] = route.split(" ") as [Method, `/${string}`];
  const { check, input, output, run } = declared;
  const isInParts = input !== undefined && !("~standard" in input);
  const builder = os
    .$context<CallContext>()
    .$meta<CallMeta>({ permission: declared.for })
    // Before the guard, which reads the input.
    .use(({ context, next, path }) => {
      try {
        check?.(context);
      } catch (error) {
        throw asCallError(error, path.join("."));
      }
      return next();
    })
    .use(guard)
    .route({
      method,
      path,
      summary: declared.summary,
      ...(isInParts && { inputStructure: "detailed" as const }),
      ...(declared.status && { successStatus: declared.status }),
    })
    .output(output);
  // Without a schema, the input of a call that takes none isn't looked at.
  const schema = isInParts ? z.object(input as Record<string, z.ZodType>) : (input as z.ZodType | undefined);
  const withInput = schema
    ? builder.input(schema)
    : (builder as never as ReturnType<typeof builder.input<z.ZodType>>);
  const procedure = withInput.handler((given) => run(given.context, given.input as never) as never);
  return Object.assign(procedure, { kind: "call" }) as never;
}

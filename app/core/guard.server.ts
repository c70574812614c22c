import { randomUUID } from "node:crypto";
import { ORPCError, ValidationError } from "@orpc/contract";
import { os } from "@orpc/server";
import type { CallMeta } from "~/core/function-entry";
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
export const guard = os
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

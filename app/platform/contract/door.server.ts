import { randomUUID } from "node:crypto";
import { ORPCError, ValidationError } from "@orpc/contract";
import { os } from "@orpc/server";
import { mayUse } from "../auth/permission";
import { forbidden, Refusal } from "../errors";
import { log } from "../log.server";
import type { CallMeta } from "./call";
import type { CallContext } from "./context.server";

/**
 * The same door in front of every handler: the caller's permission is checked (a call that declares none is refused
 * to everybody), refusals become the error body of the contract, and anything unexpected becomes a 500 with a
 * reference that stands in the log. Implement a contract with
 * `implement(contract).$context<CallContext>().use(door)`.
 */
export const door = os
  .$context<CallContext>()
  .$meta<CallMeta>({})
  .middleware(async ({ context, next, path, procedure }) => {
    try {
      const { permission } = procedure["~orpc"].meta;
      if (!permission || !mayUse(context.administrator, permission)) throw forbidden();
      return await next();
    } catch (error) {
      throw asCallError(error, path.join("."));
    }
  });

/** Turns whatever a handler threw into the error that the contract answers with. */
export function asCallError(error: unknown, callName: string): ORPCError<string, unknown> {
  if (error instanceof Refusal) {
    const { status, code, message, fieldErrors } = error;
    return new ORPCError(code, { status, message, data: fieldErrors && { fieldErrors } });
  }
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.status === 400) return inputRefused(error.cause);
    if (error.status < 500) return error;
  }
  const reference = randomUUID().slice(0, 8);
  log.error({ reference, call: callName, err: error }, "a call failed unexpectedly");
  return new ORPCError("INTERNAL_SERVER_ERROR", {
    status: 500,
    message: `Something went wrong on our side. Nothing more was changed. Reference: ${reference}`,
    data: { reference },
  });
}

function inputRefused(cause: ValidationError): ORPCError<string, unknown> {
  const fieldErrors: Record<string, string> = {};
  for (const issue of cause.issues) {
    const names = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
    fieldErrors[
      names.filter((name) => name !== "body" && name !== "params" && name !== "query").join(".") || "body"
    ] = issue.message;
  }
  const message = Object.entries(fieldErrors)
    .map(([field, problem]) => `${field}: ${problem}`)
    .join("; ");
  return new ORPCError("BAD_REQUEST", { status: 400, message, data: { fieldErrors } });
}

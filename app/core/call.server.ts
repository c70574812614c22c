import type {
  AnySchema,
  ContractProcedure,
  InferSchemaInput,
  InferSchemaOutput,
  Schema,
} from "@orpc/contract";
import { os } from "@orpc/server";
import { z } from "zod";
import type { CallMeta } from "~/core/function-entry";
import type { Permission } from "~/platform/auth/permission";
import type { CallContext } from "./context.server";
import { asCallError, guard } from "./guard.server";

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

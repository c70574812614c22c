import type { AnyContractRouter } from "@orpc/contract";
import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import type { Declarations } from "./context.server";
import { namesAllowedBy } from "./declared-name";

/** The OpenAPI description of the calls under `/api`. Inputs that refer to declared names list these names. */
export function createOpenApiDocument(contract: AnyContractRouter, declarations: Declarations) {
  const converter = new ZodToJsonSchemaConverter({
    interceptors: [
      ({ schema, next }) => {
        const names = namesAllowedBy(schema, declarations);
        return names ? [true, { enum: names, type: "string" }] : next();
      },
    ],
  });
  return new OpenAPIGenerator({ schemaConverters: [converter] }).generate(contract, {
    info: {
      title: "Backroom",
      version: "1",
      description: "The calls behind the console. Send a session token as Bearer.",
    },
    servers: [{ url: "/api" }],
    security: [{ sessionToken: [] }],
    components: {
      securitySchemes: { sessionToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  });
}

import { readFileSync } from "node:fs";

/** The parts of an OpenAPI schema that UPS uses. */
interface Schema {
  $ref?: string;
  type?: "object" | "array" | "string" | "integer" | "boolean" | "number";
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  enum?: readonly unknown[];
  minLength?: number;
  maxLength?: number;
  /** UPS writes the most items of an array here. */
  maximum?: number;
}

interface Operation {
  parameters?: readonly { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: { "200": { content: Record<string, { schema: Schema }> } };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** UPS's own OpenAPI documents (MIT license, github.com/UPS-API/api-documentation), without descriptions and unused schemas. */
type DocumentName = "shipping" | "tracking" | "address-validation" | "oauth-client-credentials";

/**
 * Where the documents contradict UPS's descriptions and examples. A label is recovered by a tracking number or by reference
 * values, so neither can be required. A list of one may be written as the item alone.
 */
const NOT_REQUIRED: Readonly<Record<string, readonly string[]>> = {
  LabelRecoveryRequest: ["TrackingNumbers", "ReferenceValues"],
};

/** Texts that are shorter than the documents allow in UPS's own examples: a label is a "GIF", a package weighs "12.4". */
const MAY_BE_SHORTER: Readonly<Record<string, string>> = {
  LabelRecovery_LabelSpecification_LabelImageFormat: "Code",
  LabelImage_LabelImageFormat: "Code",
  ShipmentResults_BillingWeight: "Weight",
};

const loaded = new Map<DocumentName, Document>();

function load(name: DocumentName): Document {
  const existing = loaded.get(name);
  if (existing) return existing;
  const file = readFileSync(new URL(`./documents/${name}.json`, import.meta.url), "utf8");
  const document = JSON.parse(file) as Document;
  loaded.set(name, document);
  return document;
}

/** An operation of one of UPS's documents. */
export class UpsOperation {
  readonly #document: Document;
  readonly #operation: Operation;

  constructor(name: DocumentName, method: string, path: string) {
    this.#document = load(name);
    const operation = this.#document.paths[path]?.[method];
    if (!operation) throw new Error(`UPS has no operation ${method} ${path}.`);
    this.#operation = operation;
  }

  /** What is wrong with a request: missing headers, and what the schema doesn't allow. */
  problemsOf(headers: Record<string, unknown>, body: unknown): string[] {
    const missing = (this.#operation.parameters ?? [])
      .filter(
        ({ name, in: place, required }) => place === "header" && required && !headers[name.toLowerCase()],
      )
      .map(({ name }) => `Missing header ${name}`);
    const schema = Object.values(this.#operation.requestBody?.content ?? {})[0]?.schema;
    return schema ? [...missing, ...this.#check(schema, body, "")] : missing;
  }

  /** Throws an Error for an answer that UPS's document doesn't allow: a mistake of this stand-in. */
  checkAnswer<Answer>(body: Answer): Answer {
    const schema = Object.values(this.#operation.responses["200"].content)[0]?.schema ?? {};
    const problems = this.#check(schema, body, "");
    if (problems.length > 0) throw new Error(`The answer of UPS isn't valid: ${problems.join(", ")}`);
    return body;
  }

  #check(schema: Schema, value: unknown, path: string): string[] {
    if (schema.$ref) {
      const name = schema.$ref.split("/").at(-1) ?? "";
      const target = this.#document.components.schemas[name];
      if (!target) throw new Error(`UPS has no schema ${name}.`);
      const required = target.required?.filter((field) => !NOT_REQUIRED[name]?.includes(field));
      return this.#check({ ...target, required, properties: relaxed(name, target.properties) }, value, path);
    }
    if (schema.type === "object" || schema.properties) return this.#checkObject(schema, value, path);
    if (schema.type === "array") return this.#checkArray(schema, value, path);
    if (schema.type === "string") return checkText(schema, value, path);
    return [];
  }

  #checkObject({ properties = {}, required = [] }: Schema, value: unknown, path: string): string[] {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [`Invalid ${path}`];
    const fields = value as Record<string, unknown>;
    return [
      ...required.filter((name) => fields[name] === undefined).map((name) => `Missing ${path}/${name}`),
      ...Object.entries(fields).flatMap(([name, field]) => {
        const schema = properties[name];
        return schema ? this.#check(schema, field, `${path}/${name}`) : [`Unknown ${path}/${name}`];
      }),
    ];
  }

  #checkArray({ items = {}, maximum }: Schema, value: unknown, path: string): string[] {
    const list = Array.isArray(value) ? value : [value];
    const tooMany = maximum !== undefined && list.length > maximum ? [`Too many ${path}`] : [];
    return [...tooMany, ...list.flatMap((item, index) => this.#check(items, item, `${path}/${index}`))];
  }
}

function relaxed(name: string, properties: Schema["properties"]): Schema["properties"] {
  const field = MAY_BE_SHORTER[name];
  return field && properties
    ? { ...properties, [field]: { ...properties[field], minLength: 0 } }
    : properties;
}

function checkText({ enum: values, minLength, maxLength }: Schema, value: unknown, path: string): string[] {
  if (typeof value !== "string") return [`Invalid ${path}`];
  // Indicators are empty texts.
  const isShort = value !== "" && minLength !== undefined && value.length < minLength;
  if (isShort || (maxLength !== undefined && value.length > maxLength)) return [`Invalid length of ${path}`];
  return values && !values.includes(value) ? [`Invalid ${path}`] : [];
}

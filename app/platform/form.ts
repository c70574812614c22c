import { z } from "zod";
import { isStorable, UNSTORABLE_PROBLEM } from "./contract/storable-text";
import { badRequest } from "./errors";

/**
 * Parses a page's form by its schema. A field with several values (checkboxes) is an array in the schema.
 * @throws a 400 refusal with a message for each field that isn't valid.
 */
export function readForm<Form>(form: FormData, schema: z.ZodType<Form>): Form {
  const fields: Record<string, unknown> = {};
  const fieldErrors: Record<string, string> = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    fields[name] = values.length > 1 ? values : values[0];
    if (values.some((value) => typeof value === "string" && !isStorable(value)))
      fieldErrors[name] = UNSTORABLE_PROBLEM;
  }
  if (Object.keys(fieldErrors).length > 0) throw formRefusal(fieldErrors);
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) fieldErrors[issue.path.join(".")] ??= issue.message;
  throw formRefusal(fieldErrors);
}

const formRefusal = (fieldErrors: Record<string, string>) =>
  badRequest("Some of what was entered isn't valid. Look at the fields that are marked.", fieldErrors);

/** A form field that contains JSON of this shape. */
export function jsonField<Value>(shape: z.ZodType<Value>): z.ZodType<Value, string> {
  const parsed = z.string().transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("must be JSON");
      return z.NEVER;
    }
  });
  return parsed.pipe(shape);
}

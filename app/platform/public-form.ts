import type { z } from "zod";
import { isStorable } from "./contract/storable-text";

/** A form as the visitor filled it in, with its valid data or what is wrong with which field. */
type PublicForm<Name extends string, Data> = { values: Record<Name, string> } & (
  | { data: Data; errors?: undefined }
  | { data?: undefined; errors: Partial<Record<Name, string>> }
);

/** Reads the form of a public page. Text that can't be stored becomes empty, and the field's own rule refuses it. */
export function readPublicForm<Name extends string, Data>(
  form: FormData,
  names: readonly Name[],
  schema: z.ZodType<Data>,
): PublicForm<Name, Data> {
  const values = readFields(form, names);
  const read = schema.safeParse(values);
  if (read.success) return { values, data: read.data };
  const errors = read.error.issues.map(({ path, message }) => [path.join("."), message]);
  return { values, errors: Object.fromEntries(errors) as Partial<Record<Name, string>> };
}

/** The texts of a form's fields. One that is missing or can't be stored is empty. */
const readFields = <Name extends string>(form: FormData, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as Record<Name, string>;

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" && isStorable(value) ? value : "";
}

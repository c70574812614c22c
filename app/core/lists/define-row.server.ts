import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import type { Shop } from "~/platform/auth/shops.server";
import type { ListColumn } from "~/platform/list";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import type { SortExpression } from "./list-query.server";

/** How a field is shown: as a column of the page, and with a width also of the spreadsheet. */
export interface Shown<Value, Key extends string> extends Omit<ListColumn, "key" | "sortable" | "field"> {
  /** Of a row of several lists: the names of those whose pages show it. All without it. */
  pages?: readonly string[];
  /** Likewise of those whose spreadsheets have it. */
  sheets?: readonly string[];
  /** The column's key in addresses and saved views. The field's name without it. */
  key?: Key;
  /** Rows can be sorted by it. It needs an index on `(shop, expression, id)`. `"id"` is the list's own id. */
  sort?: SortExpression | "id";
  /** Of the spreadsheet's column, in characters. Without it, the spreadsheet doesn't have the column. */
  width?: number;
  /** The spreadsheet's own title. */
  sheetTitle?: string;
  /** What the spreadsheet's statement reads instead. */
  sheetRead?: SQL | ((shop: Shop) => SQL);
  /** The spreadsheet's cell, where it isn't what was read. @param currency the shop's */
  sheet?(value: Value, currency: string): CellValue;
}

/** A field of a row: how it is read, and what calls answer. `Key` is "" for a column with the field's own name. */
export interface Field<T extends z.ZodType = z.ZodType, Key extends string | null = string | null> {
  read: SQLWrapper;
  as: T;
  /** What calls answer of what was read, where that isn't the value itself. */
  answer?(value: never, reader: CallContext): z.output<T>;
  shown?: Shown<never, string>;
  /** Exists only in the type. */
  readonly "~key"?: Key;
}

/**
 * A field that calls answer. An instant is text in ISO 8601, a `bigint` is text.
 * @param answer what they answer of what was read, where that isn't the value itself
 */
export const field = <T extends z.ZodType, Read = unknown>(
  read: SQLWrapper,
  as: T,
  answer?: (value: Read, reader: CallContext) => z.output<T>,
): Field<T, null> => ({ read, as, answer });

/** A field with a column of a list. @param answer as of `field`; the spreadsheet's cell is of what was read */
export const column = <T extends z.ZodType, const Key extends string = "", Read = z.output<T>>(
  read: SQLWrapper,
  as: T,
  shown: Shown<Read, Key>,
  answer?: (value: Read, reader: CallContext) => z.output<T>,
): Field<T, Key> => ({ read, as, shown, answer });

/** How some fields of a row are shown, by their names. */
type ShownFields<F extends Fields> = { readonly [K in keyof F]?: Shown<never, string> };

type WithColumns<F extends Fields, S extends ShownFields<F>> = {
  readonly [K in keyof F]: K extends keyof S
    ? Field<F[K]["as"], S[K] extends { key: infer Key extends string } ? Key : "">
    : F[K];
};

/** A row of fields that several lists have: first those that this list shows, in the order of its columns. */
export function withColumns<F extends Fields, const S extends ShownFields<F>>(
  fields: F,
  shown: S,
): WithColumns<F, S> {
  const columns = Object.entries(shown).map(([name, shown]) => [name, { ...fields[name], shown }]);
  const others = Object.entries(fields).filter(([name]) => !(name in shown));
  return Object.fromEntries([...columns, ...others]) as WithColumns<F, S>;
}

/** Several columns as one value, for a field that follows from them. Instants and days are text in it. */
export const columnsOf = (columns: Readonly<Record<string, SQLWrapper>>): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
    sql`, `,
  )})`;

/** A column that only spreadsheets have. Calls don't answer it. */
export const sheetColumn = <Read = string>(
  read: SQL,
  shown: Pick<Shown<Read, string>, "title" | "sheets" | "sheet"> & { width: number },
): Field<z.ZodNever, null> => ({ read, as: NOT_ANSWERED, shown: { ...shown, pages: [] } });

/** A column whose cell a page makes of other fields. Calls don't answer it, and only its spreadsheet reads it. */
export const cellColumn = <Read>(read: SQL, shown: Shown<Read, "">): Field<z.ZodNever, ""> => ({
  read,
  as: NOT_ANSWERED,
  shown,
});

const NOT_ANSWERED = z.never();

/** The day of an instant in the shop's time zone, MM/DD/YYYY: for `sheetRead`. */
export const shopDay =
  (instant: SQL) =>
  ({ timeZone }: Shop): SQL =>
    sql`to_char(${instant} AT TIME ZONE ${timeZone}, 'MM/DD/YYYY')`;

export type Fields = Readonly<Record<string, Field>>;

/** A row by its fields. */
export interface Row<F extends Fields> {
  /** What calls answer. */
  schema: z.ZodObject<{ -readonly [K in keyof F as F[K]["as"] extends z.ZodNever ? never : K]: F[K]["as"] }>;
  /** The columns of a statement. */
  select: SQL;
  /** A row of that statement as calls answer it. @param reader for fields whose answer depends on who reads them */
  of(record: object, reader?: CallContext): z.output<Row<F>["schema"]>;
}

/** Declares the SQL of a row's fields together with the schema by which calls answer them. */
export function defineRow<const F extends Fields>(fields: F): Row<F> {
  const all = Object.entries<Field>(fields).filter(([, { as }]) => as !== NOT_ANSWERED);
  return {
    schema: z.object(Object.fromEntries(all.map(([name, { as }]) => [name, as]))) as never,
    select: sql.join(
      all.map(([name, { read }]) => sql`${read} AS ${sql.identifier(name)}`),
      sql`, `,
    ),
    of: (record, reader) =>
      Object.fromEntries(
        all.map(([name, { answer }]) => {
          const value = answered((record as Record<string, unknown>)[name]);
          return [name, answer ? answer(value as never, reader as CallContext) : value];
        }),
      ) as never,
  };
}

/** A value of PostgreSQL as calls answer it. */
export const answered = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

import type { ImportKind } from "./import-kind";

/** What an import holds for all its rows, by field. */
type Defaults = Readonly<Record<string, string>>;

/** The page on which an import like this one begins, with what was chosen there for all rows. */
export function beginUrl(kind: ImportKind, defaults: Defaults): string {
  const query = new URLSearchParams(defaults).toString();
  return `${kind.path}/import${query && `?${query}`}`;
}

/** The page that shows what was imported. */
export function listUrl({ given, path }: ImportKind, defaults: Defaults): string {
  const value = given && defaults[given.name];
  return value ? given.pageOf(value) : path;
}

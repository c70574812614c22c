import type { ImportKind } from "./import-kind";

/** What an import holds for all its rows, by field. */
type Defaults = Readonly<Record<string, string>>;

const givenOf = ({ given }: ImportKind, defaults: Defaults): string | undefined =>
  given && defaults[given.name];

/** The page on which an import like this one begins. */
export function beginUrl(kind: ImportKind, defaults: Defaults): string {
  const value = givenOf(kind, defaults);
  const query = kind.given && value ? `?${new URLSearchParams({ [kind.given.name]: value })}` : "";
  return `${kind.path}/import${query}`;
}

/** The page that shows what was imported. */
export function listUrl(kind: ImportKind, defaults: Defaults): string {
  const value = givenOf(kind, defaults);
  return (value && kind.given?.pageOf(value)) || kind.path;
}
